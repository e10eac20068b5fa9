import { describe, expect, it } from "vitest";
import {
  createLabel,
  firstLines,
  judgeLines,
  keyOf,
  linesToSend,
  summarise,
} from "@/components/links/several/judge-lines";
import { readPastedLinks } from "@/lib/core/pasted-links";
import type { LinkPreview } from "@/lib/links/preview-links";
import { textsIn } from "@/lib/texts/translate";

const t = textsIn("en", "form.several");

function judged(text: string, ...previews: LinkPreview[]) {
  const links = readPastedLinks(text);
  const known = links.flatMap((link, at): [string, LinkPreview][] => {
    const preview = previews[at];
    return preview ? [[keyOf(link), preview]] : [];
  });
  return judgeLines(links, new Map(known), t);
}
const verdicts = (...given: Parameters<typeof judged>) =>
  judged(...given).map(({ verdict }) => verdict);

describe("a line", () => {
  it("is what the server says, and unknown before", () => {
    expect(
      verdicts(
        "a.example\nb.example\nc.example",
        { outcome: "new" },
        { outcome: "exists", slug: "b" },
      ),
    ).toEqual([{ outcome: "new" }, { outcome: "exists", slug: "b" }, { outcome: "unknown" }]);
  });

  it("is repeated if an earlier one has its address and slug", () => {
    expect(verdicts("a.example\n\nhttps://a.example\na.example two\na.example two x")).toEqual([
      { outcome: "unknown" },
      { outcome: "repeated", of: 1 },
      { outcome: "unknown" },
      { outcome: "repeated", of: 4 },
    ]);
  });

  it("cannot have the slug of an earlier one, unless the server proposes another", () => {
    expect(
      verdicts(
        "a.example s\nb.example s\nc.example s",
        { outcome: "new" },
        { outcome: "new" },
        {
          outcome: "taken",
          proposal: "s-2",
        },
      ),
    ).toEqual([
      { outcome: "new" },
      { outcome: "invalid", problem: "Line 1 also has the slug “s”: choose another one." },
      { outcome: "taken", proposal: "s-2" },
    ]);
  });

  it("of more than a page of text is not sent", () => {
    const text = `a.example ${"x".repeat(10_000)}\nb.example`;
    expect(verdicts(text)[0]).toMatchObject({ outcome: "invalid" });
    expect(linesToSend(readPastedLinks(text)).map(({ line }) => line)).toEqual([2]);
  });
});

it("what is sent does not depend on what the server says, and fits into one request", () => {
  const text = Array.from({ length: 1_204 }, (_, at) => `a.example/${at}`).join("\r\n");
  const rows = linesToSend(readPastedLinks(text));
  expect([rows.length, rows.at(-1)?.line]).toEqual([1_000, 1_000]);
  const long = Array.from({ length: 200 }, (_, at) => `a.example/${at}${"ü".repeat(4_000)}`);
  expect(firstLines(readPastedLinks(long.join("\n")))).toHaveLength(87);
});

it("one sentence says what becomes of all", () => {
  const lines = judged(
    "a.example\nb.example\nc.example s\nd\na.example\ne.example",
    { outcome: "new" },
    { outcome: "exists", slug: "b" },
    { outcome: "taken", proposal: null },
    { outcome: "invalid", problem: "No." },
  );
  expect(summarise(lines, true, t)).toBe(
    "6 lines: 1 new, 1 already exists, 1 with a taken slug, 1 invalid, 1 repeated, checking 1",
  );
  expect(createLabel(lines, 6, true, t)).toBe("Create 2 links");
  expect(createLabel(lines, 6, false, t)).toBe("Create 3 links");
  expect(createLabel(lines.slice(1, 2), 1, true, t)).toBe("Show short links");
  expect(createLabel(lines.slice(2, 4), 2, true, t)).toBe("Create links");
  expect(createLabel(lines, 1_001, true, t)).toBe("Create the first 6");
  expect(summarise(lines.slice(0, 2), false, t)).toBe("2 lines: 2 new");
  expect(summarise(lines.slice(0, 1), true, t)).toBe("1 line: 1 new");
});
