import { beforeAll, describe, expect, it } from "vitest";
import { type ImportReport, importLinks } from "@/lib/transfer/import-links";
import { importAnswer } from "@/lib/transfer/import-reports";
import type { FileRow } from "@/lib/transfer/link-table";
import { useService } from "../support/service";

beforeAll(() => void useService());

const head = { source: "csv", dryRun: true };
const url = "https://example.com/";

async function answerTo(reports: AsyncIterable<ImportReport>) {
  let text = "";
  for await (const piece of importAnswer(head, reports)) text += piece;
  return JSON.parse(text);
}

/** A dry run needs no database for rows without a slug. */
const dryRun = (rows: AsyncIterable<FileRow>) =>
  importLinks(rows, true, new Date("2026-11-19T14:20:00Z"));

async function* rowsOf(...values: unknown[]): AsyncGenerator<FileRow> {
  for (const [index, value] of values.entries()) yield { row: index + 1, value };
}

describe("the answer of an import", () => {
  it("has a result per row and their totals, over several batches", async () => {
    const answer = await answerTo(
      dryRun(
        rowsOf(...Array.from({ length: 1_201 }, (_, index) => ({ url: index % 2 ? url : "x" }))),
      ),
    );
    expect(answer).toMatchObject({ ...head, rows: 1_201, created: 600, skipped: 0, refused: 601 });
    expect(answer.results).toHaveLength(1_201);
    expect(answer.results.slice(0, 2)).toMatchObject([
      { row: 1, status: "refused", message: expect.stringContaining("url") },
      { row: 2, status: "created", slug: "" },
    ]);
  });

  it("of an empty file has no results", async () => {
    expect(await answerTo(dryRun(rowsOf()))).toEqual({
      ...head,
      results: [],
      rows: 0,
      created: 0,
      skipped: 0,
      refused: 0,
    });
  });

  it("says that it stopped, after the results so far", async () => {
    async function* broken() {
      yield* rowsOf(...Array.from({ length: 500 }, () => ({ url })));
      throw new Error("the connection to db.internal was lost");
    }
    const answer = await answerTo(dryRun(broken()));
    expect(answer).toMatchObject({
      rows: 500,
      created: 500,
      error: expect.stringContaining("stopped"),
    });
    expect(answer.results).toHaveLength(500);
    expect(JSON.stringify(answer)).not.toContain("db.internal");
  });
});

it.each([
  ["createdAt", "1066-10-14", "createdAt must be a date since 2000"],
  ["createdAt", "1/31/2024", "createdAt must be a date since 2000"],
  ["importedClicks", "many", "importedClicks must be a whole number"],
  ["importedClicks", -1, "importedClicks must be a whole number, 0 or more"],
  ["importedClicks", 2 ** 60, "importedClicks must be a whole number"],
])("a row whose %s is %s is refused", async (field, value, message) => {
  const { results } = await answerTo(dryRun(rowsOf({ url, [field]: value })));
  expect(results).toMatchObject([{ status: "refused", message: expect.stringContaining(message) }]);
});
