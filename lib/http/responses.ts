import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import type { FileFormat } from "../core/table-file";

export function json(
  data: unknown,
  init: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return Response.json(data, init);
}

/** The pieces are made in the context of the request, such as with its rights. */
export function streamOf(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const inRequest = AsyncLocalStorage.snapshot();
  const bytes = encoded(pieces);
  const bound = {
    [Symbol.asyncIterator]: () => ({
      next: () => inRequest(() => bytes.next()),
      return: () => inRequest(() => bytes.return(undefined)),
    }),
  };
  return Readable.toWeb(Readable.from(bound, { objectMode: false })) as ReadableStream<Uint8Array>;
}

/**
 * As `streamOf`, once the first piece is there. Until then a failure can still become a problem
 * body.
 */
export async function startedStream(
  pieces: AsyncGenerator<string>,
): Promise<ReadableStream<Uint8Array>> {
  return streamOf(resumed(await pieces.next(), pieces));
}

async function* resumed(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

const types: Record<FileFormat, string> = {
  csv: "text/csv; charset=utf-8; header=present",
  json: "application/json",
  ndjson: "application/x-ndjson",
  conf: "text/plain; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  html: "text/html; charset=utf-8",
};

/** A download. `name` has no extension and must be safe in a header. */
export function attachment(body: BodyInit | null, name: string, format: FileFormat): Response {
  return new Response(body, {
    headers: {
      "Content-Type": types[format],
      "Content-Disposition": `attachment; filename="${name}.${format}"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
