import { type Area, textsOf } from "./catalogue";
import type { Language } from "./languages";

/** English sentences with placeholders, and where their parts are. */
interface Pattern {
  place: Place;
  whole: RegExp;
  /** A part may be a sentence, too. What is quoted, and names, are words of a person. */
  placeholders: { key: string; isOwn: boolean }[];
}

interface Place {
  folder: Area;
  name: string;
}

/** A kind of English that the server says. */
interface Kind {
  /** Where the catalogue has it. */
  folders: readonly Area[];
  /** Between two of its parts, in English and in the languages that write something else. */
  between: RegExp;
  joint: string;
  joints: Partial<Record<Language, string>>;
  known?: Known;
}

interface Known {
  exact: ReadonlyMap<string, Place>;
  patterns: readonly Pattern[];
  /** As many parts have a text in common at most. */
  mostParts: number;
}

/** What is longer holds words of somebody else: looking for ours in it would take long. */
const longest = 2_000;

const sentences: Kind = {
  folders: ["problems"],
  between: /(?<=\.) (?=\p{Lu})/u,
  joint: " ",
  joints: { ja: "", "zh-CN": "" },
};

const details: Kind = {
  folders: ["details", "problems"],
  between: /, /,
  joint: ", ",
  joints: { ja: "、", "zh-CN": "，", ar: "، " },
};

/**
 * Sentences of the API in another language. Refusals and rules say theirs in English, because the
 * API does; the dashboard finds them among the `problems` of the catalogue. What is not there stays
 * English.
 */
export function saidIn(language: Language, english: string): string {
  return say(language, english, sentences);
}

/** The same for what an event in the activity log says beside its name: a list of few words. */
export function saidDetail(language: Language, english: string): string {
  return say(language, english, details);
}

function say(language: Language, english: string, kind: Kind): string {
  if (language === "en" || english.length > longest) return english;
  const parts = sayEach(language, english.split(kind.between), kind);
  return parts
    .map(({ text, isSaid }, index) => {
      if (index === 0) return text;
      // English keeps its own, also within a name such as "Dr. No".
      const joint = isSaid && parts[index - 1]?.isSaid ? kind.joints[language] : undefined;
      return (joint ?? kind.joint) + text;
    })
    .join("");
}

interface Part {
  text: string;
  isSaid: boolean;
}

function sayEach(language: Language, parts: readonly string[], kind: Kind): Part[] {
  kind.known ??= read(kind);
  const all: Part[] = [];
  for (let left = parts; left.length > 0; ) {
    const { length, ...part } = sayFirst(language, left, kind, kind.known);
    all.push(part);
    left = left.slice(length);
  }
  return all;
}

/** As many of the first parts as the catalogue has as one text, else one of them. */
function sayFirst(
  language: Language,
  parts: readonly string[],
  kind: Kind,
  known: Known,
): Part & { length: number } {
  for (let length = Math.min(parts.length, known.mostParts); length > 0; length--) {
    const text = find(language, parts.slice(0, length).join(kind.joint), kind, known);
    if (text !== undefined) return { text, isSaid: true, length };
  }
  return { text: parts[0] ?? "", isSaid: false, length: 1 };
}

function find(
  language: Language,
  english: string,
  kind: Kind,
  { exact, patterns }: Known,
): string | undefined {
  const known = exact.get(english);
  if (known !== undefined) return textAt(language, known);
  for (const { place, whole, placeholders } of patterns) {
    const found = whole.exec(english);
    if (!found) continue;
    const values = new Map(
      placeholders.map(({ key, isOwn }, index) => {
        const value = found[index + 1] ?? "";
        return [key, isOwn ? value : say(language, value, kind)];
      }),
    );
    return textAt(language, place)?.replaceAll(
      /\{(\w+)\}/g,
      (given, key: string) => values.get(key) ?? given,
    );
  }
  return undefined;
}

function read({ folders, between }: Kind): Known {
  const all = folders.flatMap((folder) =>
    Object.entries(textsIn("en", folder)).map(([name, text]) => [{ folder, name }, text] as const),
  );
  const patterns = all
    .filter(([, text]) => text.includes("{") && fixedLength(text) > 1)
    // The one that leaves least open goes first.
    .toSorted(([, one], [, other]) => fixedLength(other) - fixedLength(one))
    .map(([place, text]) => {
      const placeholders = [...text.matchAll(/("?)\{(\w+)\}/g)].map(([, quote, key = ""]) => ({
        key,
        isOwn: quote !== "" || key === "name" || key === "names",
      }));
      const whole = text
        .split(/\{(\w+)\}/)
        .map((part, index) =>
          index % 2 === 1
            ? `(${words.has(part) ? "\\S*[^\\s,]" : ".+?"})`
            : part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"),
        )
        .join("");
      return { place, whole: new RegExp(`^${whole}$`, "s"), placeholders };
    });
  return {
    exact: new Map(all.map(([place, text]) => [text, place])),
    patterns,
    mostParts: Math.max(...all.map(([, text]) => text.split(between).length)),
  };
}

/** Whose values have no spaces. */
const words: ReadonlySet<string> = new Set(["day", "number"]);

const textsIn = (language: Language, folder: Area) =>
  textsOf(language)[folder] as Record<string, string>;

const textAt = (language: Language, { folder, name }: Place) => textsIn(language, folder)[name];

const fixedLength = (text: string) => text.replaceAll(/\{\w+\}/g, "").length;
