import { Readable } from "node:stream";

/** Pieces of text as a body, each made when the one before was taken. */
export function streamOf(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(encoded(pieces), { objectMode: false })) as ReadableStream<Uint8Array>;
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece);
}
