import dataSet from "crawler-user-agents";

/** A client listed in the public data set `crawler-user-agents`. */
interface PublicBot {
  /** Short, printable, without a version. */
  name: string;
  /** It draws link previews, so it gets the card. */
  isPreview: boolean;
}

const entries: readonly { pattern: string; tags?: string[] }[] = dataSet;

/** Scripts and automated browsers count as people unless `isbot` or our own lists say otherwise. */
const peopleTags = ["http-library", "browser-automation"];

/** A common example value from tutorials, which any script may send. */
const people = ["Hello World"];

/**
 * Tagged as previews, but these fetch images of a message or pages for a search index. They need
 * the redirect.
 */
const notPreviews = ["github-camo", "YahooMailProxy", "meta-webindexer"];

/**
 * Nearly all patterns of the data set are plain names. Only those are used, compared as text, so
 * that no pattern can backtrack.
 */
const plainName = /^\^?((?:[^\\^$.|?*+()[\]{}]|\\[^\w\s])+)$/;

interface Known extends PublicBot {
  prefix: string;
}

const keyLength = 3;

const known = new Map<string, Known[]>();
for (const bot of entries.flatMap(read).sort((a, b) => b.prefix.length - a.prefix.length)) {
  const key = bot.prefix.slice(0, keyLength);
  known.set(key, [...(known.get(key) ?? []), bot]);
}

function read({ pattern, tags = [] }: { pattern: string; tags?: string[] }): Known[] {
  const prefix = plainName.exec(pattern)?.[1]?.replace(/\\(.)/g, "$1") ?? "";
  const name = prefix.replace(/\W+$/, "");
  if (
    name.length < keyLength ||
    people.includes(name) ||
    peopleTags.some((tag) => tags.includes(tag))
  )
    return [];
  const isPreview =
    tags.includes("social-preview") && !tags.includes("ai-crawler") && !notPreviews.includes(name);
  return [{ prefix, name, isPreview }];
}

/**
 * The bot that a user agent declares, or null. The name must start the string, its first comment,
 * or the text after `compatible;`. Elsewhere real browsers contain the same names.
 */
export function findPublicBot(userAgent: string): PublicBot | null {
  for (const { index, 0: lead } of userAgent.matchAll(
    /^(?:Mozilla\/\d\.\d \((?:compatible; ?)?)?|\bcompatible; ?/g,
  )) {
    const declared = userAgent.slice(index + lead.length);
    const bot = known
      .get(declared.slice(0, keyLength))
      ?.find(({ prefix }) => declared.startsWith(prefix) && endsWord(prefix, declared));
    if (bot) return bot;
  }
  return null;
}

function endsWord(prefix: string, text: string): boolean {
  return !/[a-z]$/i.test(prefix) || !/^[a-z]/.test(text.slice(prefix.length));
}
