import { readFileSync, statSync } from "node:fs";
import compile from "icu-minify/compile";
import type { Messages } from "./generated/messages";
import type { Language } from "./languages";
import { isDevelopment, ownFile } from "./own-file";

/** An area of the catalogue, such as `settings`. */
export type Area = keyof Messages;

/** A file as it is: ICU messages in folders. */
export type Catalogue = { readonly [name: string]: string | Catalogue };

const files = new Map<Language, Catalogue>();

/** A language is read when somebody first needs it: each takes milliseconds and up to 1 MB. */
export function textsOf(language: Language): Catalogue {
  if (isDevelopment) forgetChanged(language);
  const known = files.get(language);
  if (known) return known;
  const own = readTexts(language);
  const texts = withReferences(language === "en" ? own : withAll(readTexts("en"), own));
  files.set(language, texts);
  return texts;
}

const fileOf = (language: Language) => ownFile(`lib/texts/${language}.json`);

const readAt = new Map<Language, number>();

/** A text that is edited under `npm run dev` is seen with the next page. */
function forgetChanged(language: Language): void {
  const changedAt = statSync(fileOf(language)).mtimeMs;
  if (readAt.get(language) === changedAt) return;
  readAt.set(language, changedAt);
  files.clear();
  compiled.clear();
}

function readTexts(language: Language): Catalogue {
  return JSON.parse(readFileSync(fileOf(language), "utf8")) as Catalogue;
}

/** `@common.cancel` in en.json is that text in every language that does not say it otherwise. */
export function withReferences(texts: Catalogue, all = texts): Catalogue {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      if (typeof text !== "string") return [name, withReferences(text, all)];
      return [name, text.startsWith("@") ? (textAt(all, text.slice(1)) ?? text) : text];
    }),
  );
}

/** What the catalogue has at `path`, such as `links.title`. */
export function textAt(texts: Catalogue, path: string): string | Catalogue | undefined {
  return path
    .split(".")
    .reduce<string | Catalogue | undefined>(
      (found, name) => (typeof found === "object" ? found[name] : undefined),
      texts,
    );
}

/** English where a language that is not complete yet has no text. */
export function withAll(english: Catalogue, own: Catalogue): Catalogue {
  return Object.fromEntries(
    Object.entries(english).map(([name, text]) => {
      const found = own[name];
      if (typeof text === "string" || typeof found === "string") return [name, found ?? text];
      return [name, withAll(text, found ?? {})];
    }),
  );
}

type Compiled = Readonly<Record<string, unknown>>;
const compiled = new Map<string, Compiled>();

/**
 * The messages of one area in the form that browsers format without a parser. Plain data, which
 * server components may pass on.
 */
export function messagesOf(language: Language, area: Area): Compiled {
  const key = `${language} ${area}`;
  const texts = textsOf(language)[area] ?? {};
  const known = compiled.get(key) ?? (compileAll(texts) as Compiled);
  compiled.set(key, known);
  return known;
}

/** Areas, such as `common`, or folders right below one, such as `settings.people`. */
export function foldersOf(
  language: Language,
  folders: readonly string[],
): Record<string, Record<string, unknown>> {
  const picked: Record<string, Record<string, unknown>> = {};
  for (const folder of folders) {
    const [area = "", part] = folder.split(".");
    const messages = messagesOf(language, area as Area);
    picked[area] = { ...picked[area], ...(part ? { [part]: messages[part] } : messages) };
  }
  return picked;
}

function compileAll(texts: string | Catalogue): unknown {
  if (typeof texts !== "string")
    return Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, compileAll(text)]),
    );
  // React passes on no objects without a prototype, which the compiler makes.
  return JSON.parse(JSON.stringify(compile(texts)));
}
