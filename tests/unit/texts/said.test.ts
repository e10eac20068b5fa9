import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { saidIn } from "@/lib/texts/said";
import { flatten, readFile } from "../support/catalogue-files";

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
  ["Nobody says this.", "Nobody says this."],
])("%s", (english, german) => {
  expect(saidIn("de", english)).toBe(german);
  expect(saidIn("en", english)).toBe(english);
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
    const part = text.split(/\{\w+\}|\d+/).toSorted((a, b) => b.length - a.length)[0] ?? "";
    return !sources.includes(part.trim()) && !sources.includes(alike(part.trim()));
  });
  expect(unsaid).toEqual([]);
});
