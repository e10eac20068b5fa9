import { textsOf } from "./catalogue";
import type { Language } from "./languages";

/** English sentences with placeholders, and where their parts are. */
interface Pattern {
  name: string;
  whole: RegExp;
  placeholders: string[];
}

let known: { exact: ReadonlyMap<string, string>; patterns: readonly Pattern[] } | undefined;

/**
 * A sentence of the API in another language. Refusals and rules say theirs in English, because the
 * API does; the dashboard finds it among the `problems` of the catalogue. One that is not there
 * stays English.
 */
export function saidIn(language: Language, sentence: string): string {
  if (language === "en") return sentence;
  known ??= read();
  const problems = textsOf(language).problems as Record<string, string>;
  const exact = known.exact.get(sentence);
  if (exact !== undefined) return problems[exact] ?? sentence;
  for (const { name, whole, placeholders } of known.patterns) {
    const found = whole.exec(sentence);
    if (!found) continue;
    // A part may be a sentence, too.
    const values = new Map(
      placeholders.map((key, index) => [key, saidIn(language, found[index + 1] ?? "")]),
    );
    return (problems[name] ?? sentence).replaceAll(
      /\{(\w+)\}/g,
      (given, key: string) => values.get(key) ?? given,
    );
  }
  return sentence;
}

function read() {
  const all = Object.entries(textsOf("en").problems as Record<string, string>);
  const patterns = all
    .filter(([, text]) => text.includes("{"))
    // The one that leaves least open goes first.
    .toSorted(([, one], [, other]) => fixedLength(other) - fixedLength(one))
    .map(([name, text]) => {
      const placeholders = [...text.matchAll(/\{(\w+)\}/g)].map(([, key = ""]) => key);
      const parts = text
        .split(/\{\w+\}/)
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      return { name, whole: new RegExp(`^${parts.join("(.+?)")}$`, "s"), placeholders };
    });
  return { exact: new Map(all.map(([name, text]) => [text, name])), patterns };
}

const fixedLength = (text: string) => text.replaceAll(/\{\w+\}/g, "").length;
