import { textsOf } from "./catalogue";
import type { Language } from "./languages";
import { readSentence, type Sentence, type SentenceId, sentence, type Values } from "./sentence";

const areas = ["problems", "details", "english"] as const;

/** A sentence that is not there, of a version before, is its name. */
export function say(language: Language, { id, values = {} }: Sentence): string {
  const texts = textsOf(language);
  const text = areas.map((area) => (texts[area] as Catalogue)[id]).find(Boolean) ?? id;
  return text.replaceAll(/\{(\w+)\}/g, (given, name: string) => {
    const value = values[name] ?? given;
    return typeof value === "object" ? say(language, value) : String(value);
  });
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
