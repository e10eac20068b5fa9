import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readUpload } from "@/lib/transfer/read-upload";
import { maxUploadBytes } from "@/lib/transfer/upload";
import { refusalOf } from "../support/refusal";

const piece = 1_048_576;

/**
 * An upload of so many bytes in pieces, with a length that may be untrue; `fails` breaks it off at
 * the end.
 */
function upload(
  bytes: number,
  { declared = null, fails = false }: { declared?: number | null; fails?: boolean } = {},
) {
  let left = bytes;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (left > 0) controller.enqueue(new Uint8Array(Math.min(piece, left)).fill(0x61));
      else if (fails) controller.error(new Error("aborted"));
      else controller.close();
      left -= piece;
    },
  });
  return {
    headers: new Headers(declared === null ? {} : { "Content-Length": String(declared) }),
    body,
    leftOver: () => left,
  };
}

const codeOf = async (given: ReturnType<typeof upload>) =>
  (await refusalOf(() => readUpload(given))).code;

describe("readUpload", () => {
  const read = async (bytes: Uint8Array) =>
    (
      await readUpload({ headers: new Headers(), body: new Blob([new Uint8Array(bytes)]).stream() })
    ).toString("latin1");

  it("takes the text of a file from a JSON string, and nothing else", async () => {
    const csv = 'url,slug\n"https://example.com/x,y",k\u00fcche\n';
    const inUtf8 = Buffer.from(csv).toString("latin1");
    const marked = `\u00ef\u00bb\u00bf${inUtf8}`;
    expect(await read(Buffer.from(JSON.stringify(csv)))).toBe(marked);
    expect(await read(Buffer.from(JSON.stringify(`\ufeff${csv}`)))).toBe(marked);
    const others = [
      inUtf8,
      '"url","slug"\n"https://example.com/","x"',
      '"url\nhttps://example.com/"',
      '["url"]',
      '"',
      '"k\u00fcche"',
      '"\\ud800"',
    ];
    for (const file of others) expect(await read(Buffer.from(file, "latin1"))).toBe(file);
  });

  it("takes a compressed file, and one that only says so, up to 32 MB", async () => {
    const sent = (bytes: Buffer) =>
      readUpload({
        headers: new Headers({ "Content-Encoding": "gzip", "Content-Length": `${bytes.length}` }),
        body: new Blob([new Uint8Array(bytes)]).stream(),
      });
    const csv = Buffer.from("url\nhttps://example.com/\n");
    expect(await sent(gzipSync(csv))).toEqual(csv);
    expect(await sent(csv)).toEqual(csv);
    const tooLong = gzipSync(Buffer.alloc(maxUploadBytes + 1), { level: 1 });
    expect((await refusalOf(() => sent(tooLong))).code).toBe("payload_too_large");
  });

  it.each([0, 1, piece + 1, maxUploadBytes])(
    "returns all %i bytes, with and without a declared length",
    async (bytes) => {
      for (const declared of [bytes, null])
        expect(await readUpload(upload(bytes, { declared }))).toHaveLength(bytes);
    },
  );

  it("refuses more than 32 MB, without reading if the length is declared", async () => {
    const declared = upload(maxUploadBytes + 1, { declared: maxUploadBytes + 1 });
    expect(await codeOf(declared)).toBe("payload_too_large");
    expect(declared.leftOver()).toBeGreaterThan(maxUploadBytes - 2 * piece);
    expect(await codeOf(upload(maxUploadBytes + 1))).toBe("payload_too_large");
  });

  it.each([
    ["is shorter than declared", upload(piece, { declared: piece + 1 })],
    ["is longer than declared", upload(piece, { declared: piece - 1 })],
    ["breaks off", upload(piece, { declared: piece, fails: true })],
    ["breaks off without a declared length", upload(piece, { fails: true })],
  ])("refuses an upload that %s", async (_, given) => {
    expect(await codeOf(given)).toBe("malformed_request");
  });
});
