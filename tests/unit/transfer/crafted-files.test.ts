import { setImmediate as nextTurn } from "node:timers/promises";
import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { type ImportReport, importLinks } from "@/lib/transfer/import-links";
import { readLinkRows } from "@/lib/transfer/read-link-rows";
import { inEnglish } from "../../support/in-english";
import { isFullRun } from "../../support/run";
import { useService } from "../support/service";

/** Whatever a file holds, other requests get their turn while it is imported. */
const url = "https://example.com/";
const bytes = (isFullRun ? 4 : 0.25) * 1_048_576;
const rows = isFullRun ? 20_000 : 2_000;
const fill = (unit: string, length: number) => unit.repeat(Math.floor(length / unit.length));

beforeAll(() => void useService());

interface Watched<T> {
  result: T;
  /** How often another request would have had its turn. */
  turns: number;
  /** Between two turns, of processor time: the machine may pause this process. */
  longestBlockMs: number;
}

async function watched<T>(act: () => Promise<T>): Promise<Watched<T>> {
  let isOver = false;
  let turns = 0;
  let longestBlockMs = 0;
  let last = process.cpuUsage();
  const look = () => {
    const { user, system } = process.cpuUsage(last);
    longestBlockMs = Math.max(longestBlockMs, (user + system) / 1_000);
    last = process.cpuUsage();
    turns++;
  };
  const watching = (async () => {
    while (!isOver) {
      await nextTurn();
      look();
    }
  })();
  const result = await act().finally(() => {
    isOver = true;
  });
  await watching;
  return { result, turns, longestBlockMs };
}

/** A check writes nothing and, for rows without a slug, needs no database. */
async function checkFile(file: Buffer): Promise<ImportReport | string> {
  let report: ImportReport | undefined;
  try {
    for await (const next of importLinks((await readLinkRows(file)).rows, true, new Date()))
      report = next;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
  return report ?? "no report";
}

/** One for each 64 KB of the file and for each 200 of its rows. */
function leastTurns(file: Buffer, result: ImportReport | string): number {
  const rows = typeof result === "string" ? 0 : result.rows;
  return Math.floor(Math.max(file.byteLength / 65_536, rows / 200));
}

const counts = (rows: number, created: number) => ({ rows, created, refused: rows - created });
const good = `${url},Good\n`;

describe("a crafted CSV file", () => {
  it.each<[string, string, unknown]>([
    [
      "one long quoted field",
      `url,title\n${good}${url},"${fill("x", bytes - 100)}"\n${good}`,
      counts(3, 2),
    ],
    [
      "a quote that never closes",
      `url,title\n${good}${url},"${fill("a,b\n", bytes - 100)}`,
      "validation_failed",
    ],
    [
      "nothing but quotes",
      `url,title\n${good}${url},${fill('"', bytes - 101)}`,
      "validation_failed",
    ],
    [
      "nothing but quotes that match",
      `url,title\n${good}${url},${fill('""', bytes - 102)}`,
      counts(2, 1),
    ],
    [
      "quotes that end nothing",
      `url,title\n${good}${url},"${fill('" a', bytes - 100)}`,
      "validation_failed",
    ],
    [
      "millions of empty columns",
      `url,title\n${good}${fill(",", bytes - 100)}\n${good}`,
      counts(3, 2),
    ],
    [
      "millions of columns in its header",
      `url${fill(",url", bytes - 100)}\n${url}`,
      "validation_failed",
    ],
    ["no line break", fill("url;", bytes), "validation_failed"],
    ["nothing but line breaks", `url${fill("\n", bytes - 100)}${url}`, counts(1, 1)],
    ["many rows that are refused", `url\n${"x\n".repeat(rows)}`, counts(rows, 0)],
  ])("with %s is read in pieces", async (_, text, expected) => {
    const file = Buffer.from(text);
    const { result, turns } = await watched(() => checkFile(file));
    if (typeof expected === "string") expect(result).toBe(expected);
    else expect(result).toMatchObject(expected as object);
    // What is refused by its header is not read at all.
    if (typeof expected !== "string")
      expect(turns).toBeGreaterThanOrEqual(leastTurns(file, result));
  });

  it("reports the row that is too long", async () => {
    const report = await checkFile(
      Buffer.from(`url,title\n${good}${url},"${fill("x", 200_000)}"\n${fill(",", 5_000)}\n${good}`),
    );
    expect(report).toMatchObject({ ...counts(4, 2), problems: [{ row: 3 }, { row: 4 }] });
    for (const { message } of (report as ImportReport).problems)
      expect(inEnglish(message)).toMatch(/too long/);
  });
});

describe("a crafted JSON file", () => {
  const list = (middle: string) => `[{"url":"${url}"},${middle},{"url":"${url}"}]`;
  it.each<[string, string, unknown]>([
    ["one long string", list(`{"url":"${url}","title":"${fill("x", bytes - 200)}"}`), counts(3, 2)],
    [
      "deep nesting",
      list(`${fill("[", bytes / 2 - 100)}${fill("]", bytes / 2 - 100)}`),
      counts(3, 2),
    ],
    [
      "deep nesting in a link",
      list(`{"url":${fill("[", 60_000)}${fill("]", 60_000)}}`),
      counts(3, 2),
    ],
    ["nothing but brackets", fill("[", bytes), "malformed_json"],
    [
      "a long object around its links",
      `{"other":{${fill('"a":[1,[2]],', bytes - 200)}"b":1},"links":[{"url":"${url}"}]}`,
      counts(1, 1),
    ],
    ["brackets that may be links", `{${fill(" ", 60_000)}${fill("[]", 60_000)}`, "malformed_json"],
    ["spaces in front", `${fill(" ", bytes - 100)}[{"url":"${url}"}]`, counts(1, 1)],
    [
      "a mistake at its end",
      `${list(fill("7,", bytes / 4).slice(0, -1)).slice(0, -1)}`,
      "malformed_json",
    ],
    ["many rows that are refused", `[${"7,".repeat(rows).slice(0, -1)}]`, counts(rows, 0)],
  ])("with %s is read in pieces", async (_, text, expected) => {
    const file = Buffer.from(text);
    const { result, turns } = await watched(() => checkFile(file));
    if (typeof expected === "string") expect(result).toBe(expected);
    else expect(result).toMatchObject(expected as object);
    expect(turns).toBeGreaterThanOrEqual(leastTurns(file, result));
  });
});

/** Large enough that reading it at once takes long, also in the short form of the tests. */
const large = (isFullRun ? 8 : 3) * 1_048_576;

it.each<[string, string, (text: string) => unknown]>([
  [
    "csv",
    `url,title\n${fill(`${url},"${fill('a""b,\n', 1_800)}"\n`, large)}`,
    (text) => Papa.parse(text),
  ],
  [
    "json",
    `[${fill(`{"a":[${fill("0,", 2_000)}0]},`, 2 * large).slice(0, -1)}]`,
    (text) => JSON.parse(text),
  ],
])(
  "a crafted %s file blocks for a fraction of the time of parsing it at once",
  async (_, text, parseAtOnce) => {
    const file = Buffer.from(text);
    const atOnce = await watched(async () => void parseAtOnce(file.toString("utf8")));
    const limitMs = atOnce.longestBlockMs / 2;
    let longestMs = Number.POSITIVE_INFINITY;
    // Other threads of this process can only lengthen it.
    for (let tries = 0; tries < 10 && longestMs >= limitMs; tries++) {
      const rows = await watched(async () => {
        let count = 0;
        for await (const _ of (await readLinkRows(file)).rows) count++;
        return count;
      });
      expect(rows.result).toBeGreaterThan(0);
      longestMs = Math.min(longestMs, rows.longestBlockMs);
    }
    expect(longestMs).toBeLessThan(limitMs);
  },
);
