import { expect, it } from "vitest";
import { sentencesIn, sentencesOf } from "../support/sentences";

/** Files whose sentences are those of others, of the document of the API, or of developers. */
const exempt: Record<string, string> = {
  "lib/database/database-errors.ts": "what drivers of the database say, to be recognised",
  "lib/database/timed-client.ts": "what a driver of the database says",
  "lib/http/api/docs-page.ts": "the document of the API",
  "lib/transfer/file-content.ts": "how files begin",
  "scripts/demo-links.ts": "what people wrote of the links of the demo",
  "scripts/seed.ts": "a tool of developers",
  "scripts/write-migration.ts": "a tool of developers",
};

it.each(["lib", "scripts"])(
  "no file of %s says a sentence by itself: the catalogue has them all",
  (folder) => {
    const isExempt = (file: string) => file.startsWith("lib/texts/") || Object.hasOwn(exempt, file);
    expect(sentencesIn(folder, isExempt)).toEqual([]);
  },
);

it("each exemption is needed", () => {
  const found = ["lib", "scripts"].flatMap((folder) => sentencesIn(folder, () => false));
  const files = new Set(found.map(({ file }) => file));
  expect(Object.keys(exempt).filter((file) => !files.has(file))).toEqual([]);
});

it.each([
  [`const text = "The link is gone.";`, "The link is gone."],
  ['throw new BackupError("No backup is there: make one");', "No backup is there: make one"],
  [`const advice = \`\${remedy} and then try again.\`;`, "{} and then try again."],
  [`refuse("must be written again.");`, "must be written again."],
])("finds what a person reads: %s", (source, sentence) => {
  expect(sentencesOf(source)).toEqual([sentence]);
});

it.each([
  [`log().warn("The disk is nearly full.");`],
  [`throw new Error("This cannot happen.");`],
  [`z.string().describe("The slug of the link.");`],
  [`const operation = { summary: "Create a link", headers: { ETag: "Names this version." } };`],
  ['await db.$queryRaw`SELECT "id" FROM "Link" WHERE "slug" is not null.`;'],
  [`const brands = ["Android Browser", "Mobile Safari"];`],
  [`const problem = english("slugTaken", { slug });`],
])("passes over what is for others: %s", (source) => {
  expect(sentencesOf(source)).toEqual([]);
});
