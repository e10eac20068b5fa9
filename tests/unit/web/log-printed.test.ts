import { PassThrough } from "node:stream";
import { Worker } from "node:worker_threads";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { levelOfPrinted, logPrinted } from "@/lib/web/log-printed";

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

const printed = (level: "info" | "warn" | "error") =>
  log[level].mock.calls.map(([details]) => (details as unknown as { printed: string }).printed);

beforeEach(() => vi.clearAllMocks());

describe("output of a thread", () => {
  it("becomes one log line per message, with stack trace and cause", async () => {
    const code = `
      console.error(" ⨯", new Error("Broken", { cause: new Error("Because") }));
      console.error("Second");
      process.stderr.write("in "); process.stderr.write("pieces\\n"); process.stderr.write("unfinished");`;
    const worker = new Worker(code, { eval: true, stderr: true });
    logPrinted(log, worker.stderr, levelOfPrinted);
    await new Promise((resolve) => worker.stderr.once("end", resolve));
    const [trace, ...others] = printed("error");
    expect(trace).toMatch(/^⨯ Error: Broken\n\s+at [\s\S]*\[cause\]: Error: Because\n\s+at /);
    expect(others).toEqual(["Second", "in pieces", "unfinished"]);
  });

  it("is logged before it uses much memory", () => {
    const stream = new PassThrough();
    logPrinted(log, stream, () => "error");
    for (let index = 0; index < 20; index++) stream.write("x".repeat(10_000));
    stream.read();
    return expect.poll(() => printed("error").join("").length).toBeGreaterThan(130_000);
  });
});

describe("levelOfPrinted", () => {
  it.each([
    [
      "Error: aborted\n    at abortIncoming (node:_http_server:809:17) {\n  code: 'ECONNRESET'\n}",
      "info",
    ],
    [
      '⨯ [Error: Failed to find Server Action "abc". This request might be from an older or newer deployment.',
      "info",
    ],
    [
      "Error: Failed to find Server Action. This request might be from an older or newer deployment.",
      "info",
    ],
    ["⨯ Error: Invalid Server Actions request.\n    at x", "info"],
    [
      "`x-forwarded-host` header with value `a` does not match `origin` header with value `b` from a forwarded Server Actions request. Aborting the action.",
      "info",
    ],
    ["⨯ Error: Connection closed.\n    at t", "info"],
    ["failed to get redirect response TypeError: fetch failed\n    at node:internal", "warn"],
    ["⚠ Something is deprecated", "warn"],
    ["(node:1) Warning: something", "warn"],
    ["⨯ Error: read ECONNRESET\n    at TCP.onStreamRead", "error"],
    ["⨯ Error: The transaction was aborted\n    at query", "error"],
    ["⨯ TypeError: x is not a function\n    at page", "error"],
  ] as const)("%j is %s", (text, level) => {
    expect(levelOfPrinted(text)).toBe(level);
  });
});
