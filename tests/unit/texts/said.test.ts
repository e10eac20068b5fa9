import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { saidIn } from "@/lib/texts/said";
import { flatten, readFile } from "../support/catalogue-files";
import { sentencesOf } from "../support/sentences";

it.each([
  ["Incorrect email or password.", "E-Mail-Adresse oder Passwort ist falsch."],
  [
    "a@b.example already has access: sign in instead.",
    "a@b.example hat schon Zugang: Melden Sie sich stattdessen an.",
  ],
  [
    "Too many wrong attempts: try again in 15 minutes.",
    "Zu viele falsche Versuche: Versuchen Sie es in 15 Minuten noch einmal.",
  ],
  [
    "No daily backups. The last backup is less than a minute old.",
    "Keine täglichen Sicherungen. Die letzte Sicherung ist weniger als eine Minute alt.",
  ],
  [
    "The database does not answer. Try again in a moment.",
    "Die Datenbank antwortet nicht. Versuchen Sie es gleich noch einmal.",
  ],
  [
    'The slug "owner" is taken: choose another one.',
    "Der Slug „owner“ ist vergeben: Wählen Sie einen anderen.",
  ],
  [
    "Dr. No: was switched off, because it answered 410.",
    "Dr. No: wurde ausgeschaltet, weil 410 geantwortet wurde.",
  ],
  [
    "Nobody says this. Try again in a moment.",
    "Nobody says this. Versuchen Sie es gleich noch einmal.",
  ],
  ["Nobody says this.", "Nobody says this."],
  [
    `${"Nobody says this. ".repeat(50)}Try again in a moment.`,
    `${"Nobody says this. ".repeat(50)}Versuchen Sie es gleich noch einmal.`,
  ],
])("%s", (english, german) => {
  expect(saidIn("de", english)).toBe(german);
  expect(saidIn("en", english)).toBe(english);
});

it("leaves what is longer than anything that the server says by itself", () => {
  const of = (length: number) => `Database error: ${"x".repeat(length - 16)}`;
  expect(saidIn("de", of(2_000))).not.toBe(of(2_000));
  expect(saidIn("de", of(2_001))).toBe(of(2_001));
});

it.each([
  ["Dr. No: was switched off, because it answered 410.", "Dr. No"],
  ["Nobody says one. Nobody says two.", "Nobody says one. Nobody says two."],
  ["Nobody says this. Try again in a moment.", "Nobody says this. しばらく"],
  ["Database error: Mara D. Smith is away. So is Dr. No.", "Mara D. Smith is away. So is Dr. No."],
])("English keeps its spaces where sentences have none: %s", (english, kept) => {
  expect(saidIn("ja", english)).toContain(kept);
  expect(saidIn("zh-CN", english)).toContain(kept.replace("しばらく", "请稍"));
});

it("Japanese has no space between sentences", () => {
  expect(saidIn("ja", "The database does not answer. Try again in a moment.")).toMatch(/。(?=\S)/);
});

it("every problem is a sentence of the sources", () => {
  const sources = ["app", "components", "lib"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => /\.tsx?$/.test(file) && !file.includes("generated"))
        .map((file) => readFileSync(`${folder}/${file}`, "utf8")),
    )
    .join("\n")
    .replaceAll(/\$\{[^}]+\}/g, "{}");
  // What is said of destinations is said of receivers and hosts, too.
  const alike = (part: string) => part.replace(/\b(?:receiver|host)\b/, "destination");
  const ofTimes = /^(1|\{number\}) (second|minute|hour)s?$/;
  const unsaid = [...flatten(readFile("en")).entries()].filter(([name, text]) => {
    if (!name.startsWith("problems.") || ofTimes.test(text)) return false;
    // The longest part between placeholders: a number may be in the source as it is.
    if (sources.includes(`"${name.slice("problems.".length)}"`)) return false;
    const part = text.split(/\{\w+\}|\d+/).toSorted((a, b) => b.length - a.length)[0] ?? "";
    return !sources.includes(part.trim()) && !sources.includes(alike(part.trim()));
  });
  expect(unsaid).toEqual([]);
});

/** What people see in the dashboard of what the server says. */
const shown = [
  "app/dashboard",
  "components",
  "lib/backup/backup-files.ts",
  "lib/backup/daily-backups.ts",
  "lib/core/disk-failure.ts",
  "lib/core/misspelt.ts",
  "lib/database/database-problem.ts",
  "lib/database/supervise-postgres.ts",
  "lib/database/to-refusal.ts",
  "lib/doctor",
  "lib/links",
  "lib/messages",
  "lib/owners",
  "lib/previews",
  "lib/shares",
  "lib/stats",
  "lib/transfer",
  "lib/visits",
];

/**
 * What is for programs, is the same in each language, only developers see, or is left where the
 * catalogue could not be read.
 */
const english =
  /gallery|layout\/outage|api-access|run-once|write-limit|bulk\.ts|link-version|qr(?:-query)?\.ts|replace-in-chosen|preview-links|query\/query|csv\/route|ask\/\[question\]|geo-source|transfer\/uploads|-?schema\.ts|missed-links/;

it("every sentence that the dashboard passes on is a problem", () => {
  const unsaid = sentencesOf(shown)
    .filter(({ file }) => !english.test(file))
    .filter(({ sentence }) => sentence.replaceAll("{}", "").length > 10)
    .filter(({ sentence }) => {
      // What stands before a sentence is one of its own.
      const said = sentence.replace(/^\{\} (?=[A-Z])/, "").replaceAll("{}", "Xy");
      return saidIn("de", said) === said;
    });
  expect(unsaid).toEqual([]);
});
