import { isUtf8 } from "node:buffer";
import type { z } from "zod";
import { decodeContent } from "../core/content-negotiation";
import { isDeadlineError, withDeadline } from "../core/deadline";
import { isSluglineError, SluglineError, validate } from "../core/errors";
import { bodyMs, bodyTimeout } from "./request-body";

const maxBodyBytes = 65_536;

/** A JSON body of at most `maxBytes`, and its text. */
export async function parseBody<S extends z.ZodType>(
  request: Request,
  schema: S,
  maxBytes = maxBodyBytes,
): Promise<{ body: z.output<S>; text: string }> {
  if (mediaType(request) !== "application/json") {
    throw new SluglineError("unsupported_media_type", "bodyNotJsonType");
  }
  const bytes = await readBytes(request, maxBytes);
  if (!isUtf8(bytes)) throw new SluglineError("malformed_json", "bodyNotUtf8");
  const text = bytes.toString("utf8");
  return { body: validate(parseJson(text), schema, "body"), text };
}

/** The text fields of a form. Of a repeated field the first counts; files are ignored. */
export async function parseForm(request: Request): Promise<Record<string, string>> {
  if (
    !["application/x-www-form-urlencoded", "multipart/form-data"].includes(mediaType(request) ?? "")
  ) {
    throw new SluglineError("unsupported_media_type", "bodyNotForm");
  }
  const headers = { "Content-Type": request.headers.get("content-type") ?? "" };
  const form = await new Response(new Uint8Array(await readBytes(request, maxBodyBytes)), {
    headers,
  })
    .formData()
    .catch(() => {
      throw new SluglineError("malformed_request", "formUnreadable");
    });
  return Object.fromEntries(
    [...form]
      .reverse()
      .flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

function mediaType(request: Request): string | undefined {
  return request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
}

/**
 * Ignores unknown parameters. Of a repeated parameter the first counts, except for `lists`, which
 * are passed as arrays. Some clients write a list as `tag[]=a&tag[]=b`: without a filter that was
 * asked for, an answer would be wrong.
 */
export function parseQuery<S extends z.ZodType>(
  request: Request,
  schema: S,
  lists: readonly string[] = [],
): z.output<S> {
  const { searchParams } = new URL(request.url);
  const first = Object.fromEntries([...searchParams].reverse());
  const all = lists.map(
    (name) => [name, [...searchParams.getAll(name), ...searchParams.getAll(`${name}[]`)]] as const,
  );
  return validate(
    { ...first, ...Object.fromEntries(all.filter(([, values]) => values.length > 0)) },
    schema,
    "query",
  );
}

/** More than any body of the API has. The parser takes seconds for millions of levels. */
const maxDepth = 100;

function parseJson(text: string): unknown {
  if (isDeep(text)) throw new SluglineError("malformed_json", "bodyTooDeep", { most: maxDepth });
  try {
    return JSON.parse(text);
  } catch {
    throw new SluglineError("malformed_json", "bodyNotJson");
  }
}

/** Whether the brackets of a JSON text are nested too deeply. Those in strings do not count. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (let place = 0; place < text.length; place++) {
    const character = text[place];
    if (character === '"') place = endOfString(text, place);
    else if (character === "[" || character === "{") depth++;
    else if (character === "]" || character === "}") depth--;
    if (depth > maxDepth) return true;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  return end;
}

/** Reads at most `maxBytes`, regardless of Content-Length, for at most `bodyMs`. */
async function readBytes({ body, headers }: Request, maxBytes: number): Promise<Buffer> {
  if (body === null) return Buffer.alloc(0);
  const sent = await readSent(body, maxBytes);
  return decodeContent(sent, headers.get("content-encoding"), {
    mostBytes: maxBytes,
    tooLarge: () => tooLarge(maxBytes),
  });
}

async function readSent(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const reader = body.getReader();
  try {
    return await withDeadline(readAll(reader, maxBytes), bodyMs);
  } catch (error) {
    void reader.cancel().catch(() => {});
    if (isSluglineError(error)) throw error;
    if (isDeadlineError(error)) throw bodyTimeout();
    throw new SluglineError("malformed_request", "bodyCut");
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(value);
  }
}

function tooLarge(maxBytes: number): SluglineError {
  return new SluglineError("payload_too_large", "bodyTooLarge", { most: sizeInWords(maxBytes) });
}

function sizeInWords(bytes: number): string {
  return bytes < 1_048_576 ? `${bytes / 1_024} KB` : `${bytes / 1_048_576} MB`;
}
