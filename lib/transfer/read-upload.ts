import { SluglineError } from "../errors";

const maxMb = 32;

/** The text of an uploaded file. Throws `payload_too_large`. It is read at once: a slow import must not hold up the upload. */
export async function readUpload(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxMb * 1_048_576) throw new SluglineError("payload_too_large", `The file is larger than ${maxMb} MB: split it.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
