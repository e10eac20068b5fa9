import { textsOf } from "./catalogue";
import type { Language } from "./languages";

/** English sentences with placeholders, and where their parts are. */
interface Pattern {
  name: string;
  whole: RegExp;
  placeholders: { key: string; isQuoted: boolean }[];
}

let known: { exact: ReadonlyMap<string, string>; patterns: readonly Pattern[] } | undefined;

/**
 * Sentences of the API in another language. Refusals and rules say theirs in English, because the
 * API does; the dashboard finds them among the `problems` of the catalogue. What is not there stays
 * English.
 */
export function saidIn(language: Language, english: string): string {
  if (language === "en") return english;
  const parts = sayEach(language, english.split(/(?<=\.) (?=\p{Lu})/u));
  return parts
    .map(({ text, isSaid }, index) => {
      // English keeps its spaces, also within a name such as "Dr. No".
      const joins = isSaid && parts[index - 1]?.isSaid && spaceless.has(language);
      return index === 0 || joins ? text : ` ${text}`;
    })
    .join("");
}

/** Those that write no space between sentences. */
const spaceless: ReadonlySet<Language> = new Set(["ja", "zh-CN"]);

interface Part {
  text: string;
  isSaid: boolean;
}

/** The catalogue may have several sentences as one text. */
function sayEach(language: Language, sentences: readonly string[]): Part[] {
  for (let length = sentences.length; length > 0; length--) {
    const text = find(language, sentences.slice(0, length).join(" "));
    if (text !== undefined)
      return [{ text, isSaid: true }, ...sayEach(language, sentences.slice(length))];
  }
  const [text, ...rest] = sentences;
  return text === undefined ? [] : [{ text, isSaid: false }, ...sayEach(language, rest)];
}

function find(language: Language, sentence: string): string | undefined {
  known ??= read();
  const problems = textsOf(language).problems as Record<string, string>;
  const exact = known.exact.get(sentence);
  if (exact !== undefined) return problems[exact];
  for (const { name, whole, placeholders } of known.patterns) {
    const found = whole.exec(sentence);
    if (!found) continue;
    const values = new Map(
      placeholders.map(({ key, isQuoted }, index) => {
        const value = found[index + 1] ?? "";
        // A part may be a sentence, too. What is quoted are words of a person.
        return [key, isQuoted ? value : saidIn(language, value)];
      }),
    );
    return problems[name]?.replaceAll(
      /\{(\w+)\}/g,
      (given, key: string) => values.get(key) ?? given,
    );
  }
  return undefined;
}

function read() {
  const all = Object.entries(textsOf("en").problems as Record<string, string>);
  const patterns = all
    .filter(([, text]) => text.includes("{"))
    // The one that leaves least open goes first.
    .toSorted(([, one], [, other]) => fixedLength(other) - fixedLength(one))
    .map(([name, text]) => {
      const placeholders = [...text.matchAll(/("?)\{(\w+)\}/g)].map(([, quote, key = ""]) => ({
        key,
        isQuoted: quote !== "",
      }));
      const parts = text
        .split(/\{\w+\}/)
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      return { name, whole: new RegExp(`^${parts.join("(.+?)")}$`, "s"), placeholders };
    });
  return { exact: new Map(all.map(([name, text]) => [text, name])), patterns };
}

const fixedLength = (text: string) => text.replaceAll(/\{\w+\}/g, "").length;
