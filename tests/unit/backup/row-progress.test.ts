import { expect, it } from "vitest";
import { progressText, RowCount, type RowProgress } from "@/lib/backup/row-progress";

it("counts the rows that pass, also where one is in two chunks", async () => {
  const seen: RowProgress[] = [];
  const rows = new RowCount({ tables: [table("3"), table("2")] }, (progress) =>
    seen.push(progress),
  );
  const passed: string[] = [];
  async function* chunks(...texts: string[]) {
    for (const text of texts) yield Buffer.from(text);
  }
  for await (const chunk of rows.count(chunks("a\nb", "c\nd\n"))) passed.push(chunk.toString());
  for await (const chunk of rows.count(chunks("e\nf\n"))) passed.push(chunk.toString());
  expect(passed.join("")).toBe("a\nbc\nd\ne\nf\n");
  expect(seen).toEqual([
    { done: 1, of: 5 },
    { done: 3, of: 5 },
    { done: 5, of: 5 },
  ]);
});

const table = (rows: string) => ({ name: "Link", columns: [], rows, sums: {} });

it("estimates the rest from what is done, once that says something", () => {
  const progress = (done: number, seconds: number) =>
    progressText({ done, of: 2_000_000 }, seconds);
  expect(progress(1_000, 60)).toBe("1,000 of 2,000,000 rows, 0 %");
  expect(progress(500_000, 2)).toBe("500,000 of 2,000,000 rows, 25 %");
  expect(progress(500_000, 60)).toBe("500,000 of 2,000,000 rows, 25 %, about 3 min left");
  expect(progress(2_000_000, 60)).toBe("2,000,000 of 2,000,000 rows, 100 %, about 0 min left");
  expect(progressText({ done: 0, of: 0 }, 1)).toBe("0 of 0 rows, 100 %");
});
