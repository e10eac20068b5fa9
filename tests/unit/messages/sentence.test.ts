import { expect, it } from "vitest";
import { sentenceOf } from "@/lib/messages/sentence";
import { allLanguages } from "@/lib/texts/languages";
import { says } from "@/lib/texts/sentence";

const now = new Date("2030-03-04T12:00:00Z");
const link = { slug: "x", title: null };

it.each([
  [
    "test",
    { text: "This is a test message from Slugline." },
    "Dies ist eine Testnachricht von Slugline.",
  ],
  [
    "link.updated",
    { ...link, changed: ["url", "maxClicks"] },
    "Link geändert: /x – Ziel, Klicklimit",
  ],
  [
    "link.broken",
    { ...link, destination: "DE", reason: says("unreachable", { code: "ECONNREFUSED" }) },
    "Ziel für Deutschland defekt: /x. Der Server ist nicht erreichbar (ECONNREFUSED).",
  ],
  [
    "link.recovered",
    { ...link, destination: "ios" },
    "Das Ziel für iPhone und iPad funktioniert wieder: /x",
  ],
  ["link.broken", { ...link, reason: "HTTP 404." }, "Ziel defekt: /x. HTTP 404."],
  [
    "link.moved",
    { ...link, from: "old.example", to: "new.example" },
    // Nothing that a chat makes an address of.
    "Ziel umgezogen: /x endete bei old.\u2060example, jetzt bei new.\u2060example",
  ],
  [
    "backup.failed",
    { reason: says("backupFailed", { problem: "ENOSPC" }) },
    "Die tägliche Sicherung ist fehlgeschlagen: ENOSPC",
  ],
])("%s says all in one language", (type, facts, german) => {
  expect(sentenceOf(type, facts, now, "de")).toBe(german);
});

it.each(allLanguages.filter((language) => language !== "en"))(
  "%s names no field in English",
  (language) => {
    const text = sentenceOf(
      "link.updated",
      { ...link, changed: ["expiresAt", "startsAt"] },
      now,
      language,
    );
    expect(text).not.toMatch(/startsAt|expiresAt/);
  },
);

it("a name stays in its order among words that are read from the right", () => {
  expect(sentenceOf("link.created", { slug: "x", title: null }, now, "ar")).toContain(
    "\u2068/x\u2069",
  );
  expect(sentenceOf("link.created", { slug: "x", title: null }, now, "de")).not.toContain("\u2068");
});

it("English names fields as the API does", () => {
  expect(sentenceOf("link.updated", { ...link, changed: ["url"] }, now, "en")).toBe(
    "Link changed: /x – Destination",
  );
});
