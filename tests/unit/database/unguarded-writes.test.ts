import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/**
 * What a request writes goes through `inTransaction`, which confirms its rights and finds out what
 * became of it. These write for themselves: what a failure leaves out is made good, or is no more
 * than a note.
 */
const byThemselves: Record<string, string> = {
  "lib/database/in-transaction.ts": "is the mechanism",
  "lib/links/locks.ts": "makes clicks take turns, until the transaction has its links",
  "lib/owners/api-access.ts": "notes the use of a token",
  "lib/owners/jobs.ts": "lets another process go on with a job, and notes that one is over",
  "lib/owners/run-once.ts":
    "uses up an answer of the provider, and a sign-in that fails asks again",
  "lib/owners/session-secret.ts": "makes the same secret for all",
  "lib/owners/sessions.ts": "notes that a session is in use",
  "lib/previews/host-icons.ts": "keeps what was read",
  "lib/previews/refresh-preview.ts": "keeps what was read",
  "lib/previews/rule-checks.ts": "keeps what was read",
};

const writes = [
  /database\(\)\s*\.\w+\s*\.(?:create|update|delete|upsert)\w*\(/,
  /database\(\)\s*\.\$executeRaw/,
  /database\(\)\s*\.\$transaction\(/,
  /database\(\)\s*\.\$queryRaw[^`]*`[^`]*\b(?:INSERT INTO|UPDATE "|DELETE FROM)/,
];

const withWrites = ["app", "lib"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes("generated"))
    .map((file) => `${folder}/${file}`)
    .filter((file) => {
      const source = readFileSync(file, "utf8").replaceAll(/\b\w+Database\(\)/g, "");
      return writes.some((pattern) => pattern.test(source));
    }),
);

it("every write of a request goes through inTransaction", () => {
  expect(withWrites.toSorted()).toEqual(Object.keys(byThemselves).toSorted());
});
