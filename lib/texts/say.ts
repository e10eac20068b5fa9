import compile from "icu-minify/compile";
import { textsOf } from "./catalogue";
import { numberFormat, relativeFormat } from "./intl-formats";
import type { Language } from "./languages";
import {
  readSentence,
  type Sentence,
  type SentenceId,
  sentence,
  type Value,
  type Values,
} from "./sentence";
import { amountOf, listOf, translator } from "./translator";

const areas = ["problems", "details", "english"] as const;

/** A sentence that is not there, of a version before, is its name. */
export function say(language: Language, { id, values = {} }: Sentence): string {
  const texts = textsOf(language);
  const area = areas.find((name) => (texts[name] as Catalogue)[id]);
  const text = area === undefined ? id : ((texts[area] as Catalogue)[id] as string);
  // Few have a plural. The others need no parser, and may have any sign in them.
  if (/\{\w+, /.test(text)) return inForms(language, text, values);
  return text.replaceAll(/\{(\w+)\}/g, (given, name: string) =>
    inWords(language, values[name] ?? given, area !== "english"),
  );
}

function inForms(language: Language, text: string, values: Sentence["values"] = {}): string {
  const said = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "number" ? value : inWords(language, value),
  ]);
  const t = translator({ problems: { text: compile(text) } }, language, "problems");
  return (t as unknown as Say)("text", Object.fromEntries(said));
}

type Say = (name: string, values: Readonly<Record<string, unknown>>) => string;

/** `isProse`: what operators read has ports in it, whose digits are in no groups. */
function inWords(language: Language, value: Value, isProse = true): string {
  if (typeof value === "string") return value;
  if (typeof value === "number")
    return isProse ? numberFormat(language, {}).format(value) : String(value);
  if ("fromNow" in value) return relativeFormat(language, {}).format(value.fromNow, value.unit);
  if ("amount" in value) return amountOf(language, value.amount, value.unit);
  return "id" in value ? say(language, value) : listOf(language, value, "and");
}

/** Text for the terminal and for programs, which is always English. */
export function english<Id extends SentenceId>(id: Id, ...values: Values<Id>): string {
  return say("en", sentence(id, ...values));
}

/** What a column holds, as the API says it. */
export function inEnglish<Text extends string | null>(stored: Text): Text {
  return (stored && say("en", readSentence(stored))) as Text;
}

type Catalogue = Readonly<Record<string, string | undefined>>;
