import { readFileSync } from "node:fs";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import type { Catalogue } from "@/lib/texts/catalogue";
import type { Language } from "@/lib/texts/languages";

/** A file as it is, without the English of what it misses. */
export function readFile(language: Language): Catalogue {
  return JSON.parse(readFileSync(`lib/texts/${language}.json`, "utf8"));
}

/** Every text by its full name, such as `settings.people.title`. */
export function flatten(texts: Catalogue, folder = ""): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([name, text]): [string, string][] =>
      typeof text === "string" ? [[folder + name, text]] : [...flatten(text, `${folder}${name}.`)],
    ),
  );
}

/** What a message needs, each once: `{name}`, `{count, plural}`, `<link>`. */
export function needsOf(message: string): string[] {
  const visit = (elements: readonly MessageFormatElement[]): string[] =>
    elements.flatMap((element) => {
      switch (element.type) {
        case TYPE.argument:
        case TYPE.number:
          return [`{${element.value}}`];
        // Its types are wrong where it is the only placeholder, and it is hard to translate.
        case TYPE.select:
          return [`{${element.value}, select}: say a text for each instead`];
        case TYPE.plural:
          return [
            `{${element.value}}`,
            ...Object.values(element.options).flatMap(({ value }) => visit(value)),
          ];
        case TYPE.tag:
          return [`<${element.value}>`, ...visit(element.children)];
        case TYPE.date:
        case TYPE.time:
          return [`{${element.value}, date}: format dates with lib/core/format.ts`];
        default:
          return [];
      }
    });
  return [...new Set(visit(parse(message)))].toSorted();
}

/** The plural categories that a message distinguishes, without exact numbers such as `=0`. */
export function pluralsOf(message: string): string[][] {
  const visit = (elements: readonly MessageFormatElement[]): string[][] =>
    elements.flatMap((element) => {
      if (element.type === TYPE.tag) return visit(element.children);
      if (element.type !== TYPE.plural) return [];
      const names = Object.keys(element.options).filter((name) => !name.startsWith("="));
      const below = Object.values(element.options).flatMap(({ value }) => visit(value));
      return [names, ...below];
    });
  return visit(parse(message));
}

/** The forms of each plural of a message: whether they say anything, and the number. */
export function formsOf(message: string) {
  const shows = (elements: readonly MessageFormatElement[], name: string): boolean =>
    elements.some((element) => {
      if (element.type === TYPE.pound) return true;
      if (element.type === TYPE.argument || element.type === TYPE.number)
        return element.value === name || textOfNumber.has(element.value);
      return element.type === TYPE.tag && shows(element.children, name);
    });
  const visit = (elements: readonly MessageFormatElement[]): Form[][] =>
    elements.flatMap((element) => {
      if (element.type === TYPE.tag) return visit(element.children);
      if (element.type !== TYPE.plural) return [];
      const forms = Object.entries(element.options).map(([category, { value }]) => ({
        category,
        isEmpty: value.length === 0,
        hasNumber: shows(value, element.value),
      }));
      const below = Object.values(element.options).flatMap(({ value }) => visit(value));
      return [forms, ...below];
    });
  return visit(parse(message));
}

interface Form {
  category: string;
  isEmpty: boolean;
  hasNumber: boolean;
}

/** Placeholders for a number that is formatted elsewhere, such as one with "more than". */
const textOfNumber = new Set(["count"]);
