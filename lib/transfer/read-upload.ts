import { decodeContent } from "../core/content-negotiation";
import { SluglineError } from "../core/errors";
import { maxUploadBytes, maxUploadMb } from "./upload";

const quote = 0x22;

/**
 * Reads the whole upload first, so that a slow import does not stall it. A generated client may
 * send the text of a file as a JSON string: that is the file, too. Throws `payload_too_large` and
 * `malformed_request`.
 */
export async function readUpload({
  headers,
  body,
}: {
  headers: Headers;
  body: ReadableStream<Uint8Array> | null;
}): Promise<Buffer> {
  const length = headers.get("content-length");
  const declared = length === null ? null : Number(length);
  if (declared !== null && declared > maxUploadBytes) throw tooLarge();
  const file = await decodeContent(
    await readBytes(body, declared),
    headers.get("content-encoding"),
    { mostBytes: maxUploadBytes, tooLarge },
  );
  return textInString(file) ?? file;
}

/**
 * No CSV file of more than one field is a JSON string. Its text gets a byte order mark, so that no
 * other encoding is assumed.
 */
function textInString(file: Buffer): Buffer | null {
  if (file[0] !== quote || file[file.length - 1] !== quote || file.includes("\n")) return null;
  try {
    const text = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(file)) as string;
    return text.isWellFormed() ? Buffer.from(text.replace(/^\ufeff?/, "\ufeff")) : null;
  } catch {
    return null;
  }
}

async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  declared: number | null,
): Promise<Buffer> {
  // What is declared is held once, the rest of the time twice.
  const whole = declared === null ? null : Buffer.allocUnsafeSlow(declared);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      const from = size;
      size += chunk.byteLength;
      if (size > (declared ?? maxUploadBytes)) break;
      if (whole) whole.set(chunk, from);
      else chunks.push(chunk);
    }
  } catch {
    throw incomplete();
  }
  if (size > maxUploadBytes) throw tooLarge();
  if (declared !== null && size !== declared) throw incomplete();
  return whole ?? Buffer.concat(chunks);
}

function tooLarge(): SluglineError {
  return new SluglineError("payload_too_large", "fileTooLarge", { most: maxUploadMb });
}

function incomplete(): SluglineError {
  return new SluglineError("malformed_request", "fileIncomplete");
}
