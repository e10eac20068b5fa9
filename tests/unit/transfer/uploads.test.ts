import { gzipSync } from "node:zlib";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { isSluglineError } from "@/lib/core/errors";
import { importLinks } from "@/lib/transfer/import-links";
import { readLinkRows } from "@/lib/transfer/read-link-rows";
import {
  maxUploadBytes,
  newUploadQueue,
  nextPortion,
  readUpload,
  withUpload,
} from "@/lib/transfer/uploads";
import { refusalOf } from "../support/refusal";
import { useService } from "../support/service";

beforeAll(() => void useService());
afterEach(() => vi.useRealTimers());

const uploads = newUploadQueue();
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** An upload whose work ends when it is told to. `answered`: its status, or its refusal's code. */
function upload({ body = null as BodyInit | null } = {}) {
  const client = new AbortController();
  const state = { hasBegun: false };
  let end = (_failure?: Error) => {};
  const work = new Promise<void>((resolve, reject) => {
    end = (failure) => (failure ? reject(failure) : resolve());
  });
  const response = withUpload(uploads, { signal: client.signal }, async () => {
    state.hasBegun = true;
    await work;
    return new Response(body);
  });
  const answered = response.then(
    ({ status }) => status,
    (error: unknown) => (isSluglineError(error) ? error.code : (error as Error).message),
  );
  return { client, state, response, answered, end };
}

const begun = (uploads: { state: { hasBegun: boolean } }[]) =>
  uploads.map(({ state }) => state.hasBegun);

/** Fails unless all places are free. */
async function expectFree(): Promise<void> {
  await settled();
  const two = [upload(), upload()];
  expect(begun(two)).toEqual([true, true]);
  for (const { end } of two) end();
  expect(await Promise.all(two.map(({ answered }) => answered))).toEqual([200, 200]);
}

/** A body that never ends by itself, and whether it was given up. */
function endlessBody() {
  const state = { pieces: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        state.pieces++;
        controller.enqueue(new Uint8Array(10));
      },
      cancel: () => {
        state.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, state };
}

describe("withUpload", () => {
  it("runs two at once, lets others wait, and refuses more than eight of those", async () => {
    const uploads = Array.from({ length: 10 }, () => upload());
    await settled();
    expect(begun(uploads).filter(Boolean)).toHaveLength(2);
    const late = upload();
    const refused = await Promise.race([...uploads, late].map(({ answered }) => answered));
    expect(refused).toBe("too_many_requests");
    for (const { end } of [...uploads, late]) end();
    const answers = await Promise.all([...uploads, late].map(({ answered }) => answered));
    expect(answers.filter((answer) => answer === 200)).toHaveLength(10);
    await expectFree();
  });

  it("refuses who waits too long, before a body may be called late", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const [first, second, third] = [upload(), upload(), upload()];
    for (let ms = 0; ms < 11_000; ms += 20) vi.advanceTimersByTime(20);
    expect(await third.answered).toBe("too_many_requests");
    expect(begun([first, second, third])).toEqual([true, true, false]);
    vi.useRealTimers();
    for (const { end } of [first, second]) end();
    await expectFree();
  });

  it.each<[string, (each: ReturnType<typeof upload>) => unknown]>([
    ["fails", ({ end }) => end(new Error("no"))],
    ["has no body", ({ end }) => end()],
  ])("gives the place back if the work %s", async (_, finish) => {
    const uploads = [upload(), upload()];
    for (const each of uploads) finish(each);
    await Promise.all(uploads.map(({ answered }) => answered));
    await expectFree();
  });

  it("holds the place until the answer is read, fails or is given up", async () => {
    const failing = new ReadableStream({ pull: () => Promise.reject(new Error("cut")) });
    const [read, given] = [upload({ body: "all of it" }), upload({ body: endlessBody().stream })];
    for (const { end } of [read, given]) end();
    const [whole, other] = [await read.response, await given.response];
    const waiting = upload({ body: failing });
    await settled();
    expect(begun([waiting])).toEqual([false]);
    expect(await whole.text()).toBe("all of it");
    await settled();
    expect(begun([waiting])).toEqual([true]);
    waiting.end();
    await expect((await waiting.response).text()).rejects.toThrow("cut");
    await other.body?.cancel();
    await expectFree();
  });

  it("ends with a client that leaves while it waits, or while nobody reads the answer", async () => {
    const { stream, state } = endlessBody();
    const [first, second, third] = [upload({ body: stream }), upload(), upload()];
    first.end();
    const unread = await first.response;
    third.client.abort();
    expect(await third.answered).toBe("malformed_request");
    expect(begun([third])).toEqual([false]);
    first.client.abort();
    await settled();
    expect(state.isCancelled).toBe(true);
    await expect(unread.text()).rejects.toThrow("The client left");
    second.end();
    await expectFree();
  });

  it("ends with a client that stops reading", async () => {
    const { stream, state } = endlessBody();
    const stalled = upload({ body: stream });
    stalled.end();
    const response = await stalled.response;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const reader = response.body?.getReader();
    await reader?.read();
    for (let ms = 0; ms < 65_000 && !state.isCancelled; ms += 500) {
      vi.advanceTimersByTime(500);
      await settled();
    }
    expect(state.isCancelled).toBe(true);
    await expect(reader?.read()).rejects.toThrow("The client left");
    vi.useRealTimers();
    await expectFree();
  });
});

describe("the work on a file whose client leaves", () => {
  const rows = 20_000;
  const csv = `url\n${"javascript:1\n".repeat(rows)}`;
  const json = `[${'{"slug":"x","url":"https://example.com/"},'.repeat(rows)}{}]`;
  const html = `<!DOCTYPE NETSCAPE-Bookmark-file-1>${'<DT><A HREF="https://example.com/">x</A>\n'.repeat(rows)}`;
  const sql = `INSERT INTO yourls_url (keyword,url) VALUES\n${"('x','https://example.com/'),\n".repeat(rows)}('z','https://example.com/');`;

  it.each([
    ["CSV", csv],
    ["JSON", json],
    ["bookmarks", html],
    ["SQL", sql],
  ])("ends at the next portion while %s is read", async (_, text) => {
    const client = new AbortController();
    const read = withUpload(uploads, { signal: client.signal }, async () => {
      let isOver = false;
      const reading = readLinkRows(Buffer.from(text)).finally(() => {
        isOver = true;
      });
      reading.catch(() => {});
      await nextPortion();
      client.abort();
      for (let turns = 0; turns < 3; turns++) await settled();
      if (!isOver) throw new Error("the work went on");
      await reading;
      return new Response();
    });
    await expect(read).rejects.toThrow("The client left");
    await expectFree();
  });

  it("ends at the next portion while its rows are checked", async () => {
    const client = new AbortController();
    const checked = withUpload(uploads, { signal: client.signal }, async () => {
      const file = await readLinkRows(Buffer.from(csv));
      for await (const report of importLinks(file.rows, true, new Date())) {
        if (report.rows > 500) throw new Error("the work went on");
        client.abort();
      }
      return new Response();
    });
    await expect(checked).rejects.toThrow("The client left");
    await expectFree();
  });
});

const piece = 1_048_576;

/**
 * An upload of so many bytes in pieces, with a length that may be untrue; `fails` breaks it off at
 * the end.
 */
function uploadOf(
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

const codeOf = async (given: ReturnType<typeof uploadOf>) =>
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
        expect(await readUpload(uploadOf(bytes, { declared }))).toHaveLength(bytes);
    },
  );

  it("refuses more than 32 MB, without reading if the length is declared", async () => {
    const declared = uploadOf(maxUploadBytes + 1, { declared: maxUploadBytes + 1 });
    expect(await codeOf(declared)).toBe("payload_too_large");
    expect(declared.leftOver()).toBeGreaterThan(maxUploadBytes - 2 * piece);
    expect(await codeOf(uploadOf(maxUploadBytes + 1))).toBe("payload_too_large");
  });

  it.each([
    ["is shorter than declared", uploadOf(piece, { declared: piece + 1 })],
    ["is longer than declared", uploadOf(piece, { declared: piece - 1 })],
    ["breaks off", uploadOf(piece, { declared: piece, fails: true })],
    ["breaks off without a declared length", uploadOf(piece, { fails: true })],
  ])("refuses an upload that %s", async (_, given) => {
    expect(await codeOf(given)).toBe("malformed_request");
  });
});
