import { expect, it } from "vitest";
import { standoutSentence } from "@/app/dashboard/(app)/links/[slug]/standout-sentence";
import { joined } from "@/components/texts/joined";
import { textsIn } from "@/lib/texts/translate";

const now = new Date("2026-11-19T10:20:00Z");

/** In English, of a visitor who stands out in these hours of 18 November. */
function sentenceOf(hours: number[]): string {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour)).toISOString();
  const [first = 0] = hours;
  const standout = {
    ...{ visitor: crypto.randomUUID(), date: "2026-11-18", clicks: 300, of: 340 },
    ...{ hours: hours.map(at), since: at(first), until: at((hours.at(-1) ?? first) + 1) },
  };
  const t = textsIn("en", "links.aside", "en-GB", joined);
  return standoutSentence(standout, { t, now, locale: "en-GB" });
}

it.each([
  [[9], "One visitor made 300 of 340 clicks on 18 Nov, 09:00 to 10:00 UTC."],
  [[21, 22, 23], "One visitor made 300 of 340 clicks on 18 Nov, 21:00 to 00:00 UTC."],
  [[0, 22, 23], "One visitor made 300 of 340 clicks in 3 hours of 18 Nov."],
])("the hours %j", (hours, sentence) => {
  expect(sentenceOf(hours)).toBe(sentence);
});
