import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { refusedField, refusedFields, SluglineError } from "@/lib/core/errors";
import { say } from "@/lib/texts/say";
import {
  asText,
  inTurn,
  readSentence,
  type SentenceId,
  says,
  sentence,
} from "@/lib/texts/sentence";
import { readFile } from "../support/catalogue-files";

const role = sentence("roleEditor");

it.each([
  [sentence("incorrectEmailOrPassword"), "E-Mail-Adresse oder Passwort ist falsch."],
  [
    sentence("slugTaken", { slug: "owner" }),
    "Der Slug „owner“ ist vergeben: Wählen Sie einen anderen.",
  ],
  [
    sentence("tooManyAttempts", { when: { fromNow: 15, unit: "minute" } }),
    "Zu viele falsche Versuche. Versuchen Sie es in 15 Minuten noch einmal.",
  ],
  // What only programs read has no other language.
  [sentence("noHost"), "The request has no Host header: send one."],
])("says %j in German", (said, german) => {
  expect(say("de", said)).toBe(german);
  expect(say("en", said)).not.toMatch(/\{/);
});

it("leaves the words of a person as they are", () => {
  expect(say("de", sentence("tagUnknown", { tag: "{tag} editor" }))).toContain("„{tag} editor“");
  expect(say("de", sentence("roleNeeded", { role }))).toContain("Redakteur");
  expect(say("de", sentence("asIs", { text: "Mara wrote this." }))).toBe("Mara wrote this.");
});

it.each([
  ["de", 1, "Zeile 1 hat 1 Feld, die Kopfzeile 3"],
  ["uk", 21, "Рядок 1: 21 поле, у заголовку — 3"],
  ["uk", 5, "Рядок 1: 5 полів, у заголовку — 3"],
  ["ar", 2, "في السطر 1 حقلان وفي صف العناوين 3"],
] as const)("says a count in %s in the form for %d", (language, fields, said) => {
  const short = sentence("rowHasFewer", { line: 1, fields, number: 3 });
  expect(say(language, short)).toContain(said);
});

it.each([
  ["en", "5 kB of at most 1,024 MB. The oldest came 3 days ago."],
  ["de", "5 kB von höchstens 1.024 MB. Der älteste kam vor 3 Tagen."],
  ["pl", "5 kB z najwyżej 1024 MB. Najstarsze przyszło 3 dni temu."],
] as const)("says amounts and times in %s as Intl does", (language, said) => {
  const queued = sentence("checkJournalQueued", {
    size: { amount: 5, unit: "kilobyte" },
    most: { amount: 1_024, unit: "megabyte" },
    when: { fromNow: -3, unit: "day" },
  });
  expect(say(language, queued)).toContain(said);
  const hosts = sentence("checkHostsReach", { hosts: ["a.example", "b.example"] });
  expect(say("ja", hosts)).toContain("a.example、b.example");
});

it("groups no digits of what operators read, such as a port", () => {
  expect(say("en", sentence("listenTaken", { port: 8080, remedy: "" }))).toContain("8080");
});

it("joins sentences as the language does", () => {
  const both = inTurn([sentence("databaseUnavailable"), sentence("tryInAMoment")], "thenSentence");
  expect(say("en", both)).toBe("The database does not answer. Try again in a moment.");
  expect(say("ja", both)).toMatch(/。(?=\S)/);
});

it("a sentence is plain data, also as text; other text is what a version before stored", () => {
  const said = sentence("slugTaken", { slug: "a" });
  expect(structuredClone(said)).toEqual(said);
  expect(readSentence(asText(said))).toEqual(said);
  expect(readSentence(says("isRequired"))).toEqual(sentence("isRequired"));
  expect(say("de", readSentence("Something of before."))).toBe("Something of before.");
});

it("a sentence that is no longer there is its name", () => {
  expect(say("en", { id: "ofBefore" as SentenceId })).toBe("ofBefore");
});

it("an error carries its sentence, and says it in English", () => {
  const error = new SluglineError("slug_taken", "slugTaken", { slug: "a" });
  expect(error.sentence).toEqual({ id: "slugTaken", values: { slug: "a" } });
  expect(error.message).toBe('The slug "a" is taken. Choose another one.');
  expect(refusedField("email", "emailSuchAs")).toMatchObject({
    code: "validation_failed",
    message: "Enter an email address, such as mara@example.com.",
    problems: [{ path: "email", code: "not_allowed", sentence: { id: "emailSuchAs" } }],
  });
  const problems = ["url", ""].map((path) => ({
    path,
    code: "required" as const,
    sentence: sentence("isRequired"),
  }));
  expect(refusedFields(problems, "row").message).toBe("url is required; The row is required.");
});

it.each(["english", "details", "problems"])("every sentence of %s is used", (area) => {
  const sources = ["app", "components", "lib", "scripts"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes("generated"))
      .map((file) => readFileSync(`${folder}/${file}`, "utf8")),
  );
  const named = new Set(sources.flatMap((text) => text.match(/"\w+"/g) ?? []));
  const unused = Object.keys(readFile("en")[area] ?? {}).filter((id) => !named.has(`"${id}"`));
  expect(unused).toEqual([]);
});
