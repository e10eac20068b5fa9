import { setImmediate as nextTurn } from "node:timers/promises";

/** This much text parses in a few milliseconds. */
const pieceBytes = 16_384;

/** A file as pieces of text, without a byte order mark. Yields to other requests between pieces. */
export async function* textPieces(file: Uint8Array): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for (let from = 0; from < file.byteLength; from += pieceBytes) {
    yield decoder.decode(file.subarray(from, from + pieceBytes), { stream: true });
    await nextTurn();
  }
  yield decoder.decode();
}
