import { decodePercent } from "../core/decode";
import { foldText } from "../core/fold-text";
import { readNumber } from "../core/read-number";
import { type ColumnType, openExtras } from "../links/fields";
import { type Sentence, sentence } from "../texts/sentence";
import { listIn, nameOf, plainListIn } from "./cell-lists";
import { type Columns, type ImportField, saysPrivacy } from "./column-names";

type Get = (name: string) => unknown;

/**
 * The fields of a link as its schema expects them. An empty value counts as missing. The schema
 * reports invalid values. `isOwn`: a list of Slugline is separated by commas alone.
 */
export function linkValues(columns: Columns, get: Get, isOwn: boolean): Record<string, unknown> {
  const given = (names: readonly string[] = []) =>
    names.map(get).filter((value) => !isEmpty(value));
  const first = (names: readonly string[] = []) => given(names)[0];
  const [slug] = shortLinksIn(first(columns.slug), columns);
  const values = {
    // An empty destination is invalid, not missing.
    url: first(columns.url) ?? columns.url?.map(get).find((value) => value === ""),
    slug,
    title: first(columns.title),
    // Several columns may say it: one that closes the link is enough.
    enabled: given(columns.disabled).some((value) => isOn(value, deniesClosed))
      ? false
      : leastOf(given(columns.enabled).map(stateOf)),
    createdAt: first(columns.createdAt),
    updatedAt: first(columns.updatedAt),
    // Of several columns those count that keep the link closed for longest.
    expiresAt: ordered(given(columns.expiresAt), timeOf)[0],
    importedClicks: sumOf(
      [first(columns.importedClicks), first(columns.clickCount)].filter(
        (value) => value !== undefined,
      ),
    ),
    tags: listOf(first(columns.tags), isOwn),
    note: first(columns.note),
    aliases: aliasesOf(columns, get, slug, isOwn),
    ...Object.fromEntries(
      openExtras.map(({ field, type }) => [field, readers[type](given(columns[field]))]),
    ),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/**
 * By the type of a column. Of several columns those count that keep the link closed for longest.
 */
const readers: Record<ColumnType, (given: readonly unknown[]) => unknown> = {
  text: ([first]) => first,
  int: (given) => ordered(given.map(countOf), Number)[0],
  boolean: ([first]) => flagOf(first),
  timestamptz: (given) => ordered(given, timeOf).at(-1),
  jsonb: ([first]) => jsonIn(first),
};

/** How a link is imported that its file does not describe completely. */
interface Fitted {
  value: object;
  /** Why it is imported as disabled. */
  disabled?: Sentence;
}

/**
 * The link with as many clicks as are left of its maximum. Without its password, or with none left,
 * it would be open to everybody.
 */
export function adjustLink(value: object, columns: Columns, get: Get): Fitted {
  const valuesOf = (names: readonly string[] = []) =>
    names.map(get).filter((each) => !isEmpty(each));
  const { maxClicks } = value as { maxClicks?: unknown };
  const counts = valuesOf(columns.usedClicks).map(countOf);
  const used = Math.max(0, ...counts.filter((count) => typeof count === "number"));
  const left = typeof maxClicks === "number" && used > 0 ? maxClicks - used : null;
  const fitted = left !== null && left > 0 ? { ...value, maxClicks: left } : value;
  if (valuesOf(columns.hasPassword).some((value) => isOn(value))) {
    return {
      value: { ...fitted, enabled: false },
      disabled: sentence("importWasProtected"),
    };
  }
  if (isPrivate(columns, get)) {
    return {
      value: fitted,
      disabled: sentence("importWasPrivate"),
    };
  }
  if (left === null || left > 0) return { value: fitted };
  return {
    value: { ...fitted, enabled: false },
    disabled: sentence("importNoClicksLeft"),
  };
}

/** A short link here is for everybody or for nobody. */
function isPrivate({ enabled = [], disabled = [] }: Columns, get: Get): boolean {
  return (
    disabled.some((name) => saysPrivacy.test(name) && isOn(get(name), deniesClosed)) ||
    enabled.some(
      (name) =>
        stateOf(get(name)) === false &&
        (saysPrivacy.test(name) || /^private$/i.test(String(get(name)))),
    )
  );
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}

const longestAddress = 4_096;

/** The slugs of a value that holds one or, of a source with `otherSlugs`, several short links. */
function shortLinksIn(value: unknown, { otherSlugs }: Columns): unknown[] {
  const isList =
    otherSlugs !== undefined && typeof value === "string" && value.length <= longestAddress;
  const all = isList ? value.split(/[\s,;|]+/).filter((part) => part !== "") : [value].flat();
  return all.map(slugOf);
}

/** The aliases of the file, and the other short links of a link that has several. */
function aliasesOf(columns: Columns, get: Get, slug: unknown, isOwn: boolean): unknown {
  const links = (columns.otherSlugs ?? []).flatMap((name) =>
    isEmpty(get(name)) ? [] : shortLinksIn(get(name), columns),
  );
  const others = [...new Set(links)].filter((link) => link !== slug);
  return others.length > 0
    ? others
    : listOf(
        columns.aliases?.map(get).find((value) => !isEmpty(value)),
        isOwn,
      );
}

/**
 * A slug, or the path of a short URL, with or without its scheme. Slashes at its ends belong to the
 * path, not to the slug.
 */
function slugOf(value: unknown): unknown {
  if (typeof value !== "string" || value.length > longestAddress) return value;
  const [, scheme = "", rest = ""] = /^(https?:\/\/)?(.*)$/is.exec(value) ?? [];
  const slash = rest.indexOf("/");
  const isAddress = slash > 0 && (scheme !== "" || rest.slice(0, slash).includes("."));
  if (!isAddress) return value.replace(/^\/|\/$/g, "");
  const path = rest.slice(slash + 1).replace(/[?#].*$/s, "");
  return (decodePercent(path) ?? path).replace(/\/$/, "");
}

/** An object, as JSON where a cell holds it. The schema reports other text. */
function jsonIn(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The names in a list or in a cell; undefined for none. */
function listOf(value: unknown, isOwn: boolean): unknown {
  const names = typeof value !== "string" ? value : isOwn ? plainListIn(value) : listIn(value);
  if (!Array.isArray(names)) return names;
  return names.length === 0 ? undefined : names.map(nameOf);
}

function wordsIn(words: string): string[] {
  return foldText(words).split(" ");
}

/**
 * What spreadsheets and people write for a boolean, in the languages of Excel's largest markets.
 */
const on = new Set(
  [
    "true t yes y 1 on active enabled live online published publish public unlisted visible open",
    "aktiv aktiviert actif activo attivo actief aktywny ativo aktif etkin активний активно 有効 启用 نشط",
    "wahr ja vrai oui verdadero sí si vero sì verdadeiro sim waar prawda tak sant sann sand igaz igen",
  ]
    .concat("истина да ano pravda tosi kyllä doğru evet adevărat da 真 是 はい 참")
    .flatMap(wordsIn),
);
const off = new Set(
  [
    "false f no n 0 off inactive disabled paused expired deleted blocked banned draft",
    "trash trashed private hidden invisible unpublished deactivated pending closed offline",
    "inaktiv deaktiviert gesperrt inactif désactivé inactivo desactivado inattivo disattivato",
    "inactief uitgeschakeld nieaktywny wyłączony inativo desativado pasif неактивний вимкнено 無効 禁用 معطل",
    "falsch nein faux non falso não nao onwaar nee fałsz nie falskt",
  ]
    .concat(
      "nej falsk usann nei hamis nem ложь нет ne nepravda epätosi ei yanlış hayır fals nu 假 否 いいえ 거짓",
    )
    .flatMap(wordsIn),
);

/**
 * What reading lists and checkers of addresses note in such a column: no state of a link. Archived
 * links of other shorteners still redirect.
 */
const noState = new Set(
  [
    "unread read reading inprogress toread todo later archive archived saved inbox library feed",
    "queue queued inqueue shortlist seen unseen done finished completed starred favorite favourite",
    "liked new none null n/a ok processing succeeded failed contentnotfetched",
  ]
    .join(" ")
    .split(" ")
    .concat(""),
);

/** Undefined for a word that says nothing of whether the link works. */
function stateOf(value: unknown): unknown {
  const word = typeof value === "string" ? foldText(value.trim()) : String(value);
  // A status of HTTP that is no error.
  return noState.has(word.replace(/[\s_-]/g, "")) || /^[23]\d\d(?: ok)?$/.test(word)
    ? undefined
    : flagOf(value);
}

function flagOf(value: unknown): unknown {
  if (typeof value !== "string") return value === 1 ? true : value === 0 ? false : value;
  const word = foldText(value.trim());
  return on.has(word) ? true : off.has(word) ? false : value;
}

/** Off if any says so. A word that is not known is reported, because it may mean that. */
function leastOf(found: readonly unknown[]): unknown {
  const states = found.filter((state) => state !== undefined);
  return states.includes(false)
    ? false
    : (states.find((state) => typeof state !== "boolean") ?? states[0]);
}

/**
 * In ascending order, without what is not set. A value that cannot be measured stands alone, so
 * that it is reported.
 */
function ordered(values: readonly unknown[], measure: (value: unknown) => number): unknown[] {
  const set = values.filter((value) => value !== undefined);
  const odd = set.find((value) => Number.isNaN(measure(value)));
  return odd === undefined ? set.toSorted((one, other) => measure(one) - measure(other)) : [odd];
}

function timeOf(date: unknown): number {
  return typeof date === "string" ? Date.parse(date) : Number.NaN;
}

/**
 * A flag, also as databases write it, or the time since when it is set. A word that is not known
 * counts as set: it may be a password.
 */
function isOn(value: unknown, denials = offFlags): boolean {
  if (typeof value !== "string") return Boolean(value);
  const word = foldText(value.trim());
  return !notSet.has(word) && !denials.has(word) && !word.startsWith("0000-00-00");
}

/** What other systems write for nothing. */
export const notSet: ReadonlySet<string> = new Set(["null", "none", "n/a", "-", ""]);
/** Words of a state are no denial of a flag. */
const offFlags = new Set(
  [...off].filter((word) => !/^(?:paused|expired|deleted|blocked|banned|draft)$/.test(word)),
);

/** In a column such as Blocked these say that the link is. */
const deniesClosed = new Set(
  [...offFlags].filter((word) => word !== "disabled" && word !== "inactive"),
);

function countOf(value: unknown): unknown {
  return sumOf([value]);
}

/**
 * The sum of whole numbers, which may have thousands separators. The first value that is none is
 * returned as it is.
 */
function sumOf(values: readonly unknown[]): unknown {
  const numbers = values.map((value) =>
    typeof value === "string" ? (readNumber(value) ?? value) : value,
  );
  const odd = numbers.find((value) => !Number.isSafeInteger(value));
  if (odd !== undefined || numbers.length === 0) return odd;
  return numbers.reduce<number>((sum, value) => sum + (value as number), 0);
}

/** Facts that decide a field beside its own columns. */
const alsoDecide: Partial<Record<ImportField, keyof Columns>> = {
  importedClicks: "clickCount",
  aliases: "otherSlugs",
};

/** The column that a field is read from, and what it holds, to name them in a refusal. */
export function cellOf(
  columns: Columns,
  get: Get,
  field: string,
): { column: string; value: unknown } | undefined {
  const other = alsoDecide[field as ImportField];
  const names = [...(columns[field as ImportField] ?? []), ...((other && columns[other]) ?? [])];
  const cells = names
    .map((column) => ({ column, value: get(column) }))
    .filter(({ value }) => !isEmpty(value));
  const isOdd = ({ value }: { value: unknown }) => typeof stateOf(value) === "string";
  return (field === "enabled" ? cells.find(isOdd) : undefined) ?? cells[0];
}
