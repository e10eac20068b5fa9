import { say } from "@/lib/texts/say";
import { readSentence, type Sentence } from "@/lib/texts/sentence";

/** With each sentence in it, also as the text of a schema or a column, said in English. */
export function inEnglish<T>(value: T): Said<T> {
  return said(value) as Said<T>;
}

export type Said<T> = T extends Sentence
  ? string
  : T extends string | Date
    ? T
    : T extends object
      ? { [K in keyof T]: Said<T[K]> }
      : T;

function said(value: unknown): unknown {
  if (typeof value === "string")
    return value.startsWith('{"id"') ? said(readSentence(value)) : value;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(said);
  const keys = Object.keys(value);
  if (keys.includes("id") && keys.every((key) => key === "id" || key === "values"))
    return say("en", value as Sentence);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, said(each)]));
}
