import dataSet from "crawler-user-agents";

/** A client that the public data set `crawler-user-agents` names. */
export interface PublicBot {
  /** Short, printable, without a version. */
  name: string;
  /** It draws link previews, so it is shown the card. */
  isPreview: boolean;
}

const entries: readonly { pattern: string; tags?: string[] }[] = dataSet;

/** Scripts and driven browsers count as people unless `isbot` or our own lists know better. */
const peopleTags = ["http-library", "browser-automation"];

/** A greeting from a tutorial, which anybody's script may send. */
const people = ["Hello World"];

/** Tagged as previews, but these fetch images that a message shows, or pages for a search index: they need the redirect. */
const notPreviews = ["github-camo", "YahooMailProxy", "meta-webindexer"];

/**
 * The data set's patterns are regular expressions, but nearly all are plain names. Only those are used, compared as
 * text: no pattern of the data set can backtrack, and none needs compiling.
 */
const plainName = /^\^?((?:[^\\^$.|?*+()[\]{}]|\\[^\w\s])+)$/;

interface Known extends PublicBot {
  prefix: string;
}

const keyLength = 3;

/** By the first characters of the prefix; the longest prefix comes first. */
const known = new Map<string, Known[]>();
for (const bot of entries.flatMap(read).sort((a, b) => b.prefix.length - a.prefix.length)) {
  const key = bot.prefix.slice(0, keyLength);
  known.set(key, [...(known.get(key) ?? []), bot]);
}

function read({ pattern, tags = [] }: { pattern: string; tags?: string[] }): Known[] {
  const prefix = plainName.exec(pattern)?.[1]?.replace(/\\(.)/g, "$1") ?? "";
  const name = prefix.replace(/\W+$/, "");
  if (name.length < keyLength || people.includes(name) || peopleTags.some((tag) => tags.includes(tag))) return [];
  const isPreview = tags.includes("social-preview") && !tags.includes("ai-crawler") && !notPreviews.includes(name);
  return [{ prefix, name, isPreview }];
}

/**
 * The bot that a user agent declares itself to be, or null. The name must begin the string, its first comment, or what
 * follows `compatible;`: elsewhere, real browsers carry the same names.
 */
export function findPublicBot(userAgent: string): PublicBot | null {
  for (const { index, 0: lead } of userAgent.matchAll(/^(?:Mozilla\/\d\.\d \((?:compatible; ?)?)?|\bcompatible; ?/g)) {
    const declared = userAgent.slice(index + lead.length);
    const bot = known.get(declared.slice(0, keyLength))?.find(({ prefix }) => declared.startsWith(prefix) && endsWord(prefix, declared));
    if (bot) return bot;
  }
  return null;
}

/** False where the prefix is only the beginning of a longer word. */
function endsWord(prefix: string, text: string): boolean {
  return !/[a-z]$/i.test(prefix) || !/^[a-z]/.test(text.slice(prefix.length));
}
