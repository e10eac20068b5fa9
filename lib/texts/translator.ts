import format, { type CompiledMessage, type FormatValues } from "icu-minify/format";
import type {
  _Translator,
  MessageKeys,
  NamespaceKeys,
  NestedKeyOf,
  NestedValueOf,
} from "use-intl/core";
import type { Messages } from "./generated/messages";
import { listFormat, numberFormat, pluralRules } from "./intl-formats";

/** Where texts are: an area of the catalogue or a folder in it, such as `settings.people`. */
export type Folder = NamespaceKeys<Messages, NestedKeyOf<Messages>>;

/**
 * Says the texts of a folder: `t("name", { placeholder })`, and `t.rich` for one with tags. A name
 * or placeholder that en.json does not have does not compile. The types are those of use-intl,
 * whose own translator is four times the size.
 */
export type Texts<F extends Folder> = _Translator<Messages, F> & {
  /** Names with the comma of the language, or with its "and" before the last. */
  list: (names: readonly string[], style?: ListStyle) => string;
  /** A number with its unit, such as "30 days" or "5 MB"; "always" with its sign. */
  amount: (number: number, unit: string, sign?: "always") => string;
};

type ListStyle = "commas" | "and";

export function listOf(locale: string, names: readonly string[], style: ListStyle): string {
  const format = listFormat(locale, { type: "conjunction" });
  if (style === "and") return format.format(names);
  return names.join(format.formatToParts(["a", "b", "c"])[1]?.value);
}

/** Times in words, sizes with the sign of their unit. */
export function amountOf(
  locale: string,
  number: number,
  unit: string,
  signDisplay: "auto" | "always" = "auto",
): string {
  const unitDisplay = times.has(unit) ? "long" : "short";
  return numberFormat(locale, { style: "unit", unit, unitDisplay, signDisplay }).format(number);
}

const times: ReadonlySet<string> = new Set(["second", "minute", "hour", "day", "month", "year"]);

/** The names in a folder, for tables that say which text belongs to what. */
export type TextName<F extends Folder> = MessageKeys<
  NestedValueOf<Messages, F>,
  NestedKeyOf<NestedValueOf<Messages, F>>
>;

/** Compiled messages by area. */
type CompiledTexts = Readonly<Record<string, unknown>>;

const formatters = {
  getNumberFormat: numberFormat,
  getPluralRules: pluralRules,
} as never;

/**
 * `join` makes one of what a text with tags consists of. A text that is not there is its name: that
 * no page shows one is tested, and none breaks for it.
 */
export function translator<F extends Folder>(
  messages: CompiledTexts,
  locale: string,
  folder: F,
  join: (parts: readonly unknown[]) => unknown = (parts) => parts.join(""),
): Texts<F> {
  const find = (name: string) => {
    let found: unknown = messages;
    for (const step of `${folder}.${name}`.split("."))
      found = (found as CompiledTexts | undefined)?.[step];
    return found;
  };
  const say = (name: string, values?: FormatValues) => {
    const found = find(name);
    return found === undefined
      ? `${folder}.${name}`
      : format(found as CompiledMessage, locale, values, { formatters });
  };
  const has = (name: string) => find(name) !== undefined;
  const rich = (name: string, values?: FormatValues) => {
    const said = say(name, values);
    return Array.isArray(said) ? join(said) : said;
  };
  const list = (names: readonly string[], style: ListStyle = "commas") =>
    listOf(locale, names, style);
  const amount = (number: number, unit: string, signDisplay?: "always") =>
    amountOf(locale, number, unit, signDisplay);
  return Object.assign(say, { rich, has, list, amount }) as unknown as Texts<F>;
}
