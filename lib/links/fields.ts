import type { AddressesByKey, DestinationRules, ScheduledAddress } from "../core/destination-rules";

/** Types of columns, and what a value is in answers. Instants are ISO 8601 there. */
interface Values {
  text: string;
  int: number;
  boolean: boolean;
  timestamptz: string;
  jsonb: AddressesByKey | ScheduledAddress[];
}

export type ColumnType = keyof Values;

export interface Field {
  /** Of its column of "Link". Null: it has a table of its own. */
  type: ColumnType | null;
  /** The column, if it has another name than the field. */
  column?: string;
  /** What a new link has without it; by default false for a boolean, and else null. */
  default?: true;
  /**
   * Whether visitors' code reads it, and if so, whether visits to a link that has it set take the
   * long way: see `isPlain` in lib/visits/find-targets.ts.
   */
  visitors: "unread" | "plain" | "long way";
  /** The kinds of its changes in "LinkChange", if they are not named like the field. */
  kinds?: readonly string[];
  /** It is a secret: answers say under this name only whether it is set. No file has it. */
  shownAs?: string;
}

const common = {
  slug: { type: "text", visitors: "plain", kinds: ["renamed"] },
  url: { type: "text", visitors: "plain", kinds: ["destination"] },
  enabled: { type: "boolean", default: true, visitors: "plain", kinds: ["enabled", "disabled"] },
  title: { type: "text", visitors: "plain" },
  expiresAt: { type: "timestamptz", visitors: "plain", kinds: ["expiry"] },
  note: { type: "text", visitors: "unread" },
  tags: { type: null, visitors: "unread" },
  aliases: { type: null, visitors: "unread" },
} as const satisfies Record<string, Field>;

/** Fields that few links have. Answers leave each out while it is unset. */
const extras = {
  maxClicks: { type: "int", visitors: "long way" },
  startsAt: { type: "timestamptz", visitors: "long way" },
  expiredUrl: { type: "text", visitors: "long way" },
  ios: { type: "text", visitors: "long way" },
  android: { type: "text", visitors: "long way" },
  geo: { type: "jsonb", visitors: "long way" },
  languages: { type: "jsonb", visitors: "long way" },
  schedule: { type: "jsonb", visitors: "long way" },
  /** Copies and QR codes fall back while DOMAINS does not list it. */
  domain: { type: "text", visitors: "plain" },
  password: {
    type: "text",
    column: "passwordHash",
    visitors: "long way",
    shownAs: "hasPassword",
  },
  forwardQuery: { type: "boolean", visitors: "long way" },
  /** Does nothing without `forwardQuery`. */
  forwardUtm: { type: "boolean", visitors: "plain" },
  description: { type: "text", visitors: "long way" },
  image: { type: "text", visitors: "long way" },
} as const satisfies Record<string, Field & { type: ColumnType }>;

/**
 * What owners set on a link, a row each, in the order of the history. What follows from a row is
 * derived: columns, answers, history, what visitors' code reads, files. What requests give and
 * answers hold, in words and exactly, is in field-schemas.ts: a browser must not load that.
 */
export const linkFields = { ...common, ...extras };

type Fields = typeof linkFields;
type Extras = typeof extras;
export type LinkField = keyof Fields;
type ExtraField = keyof Extras;

export const fieldNames = Object.keys(linkFields) as LinkField[];

type ColumnOf<F extends LinkField> = Fields[F] extends { column: infer Column extends string }
  ? Column
  : Fields[F]["type"] extends null
    ? never
    : F;
export type LinkColumn = { [F in LinkField]: ColumnOf<F> }[LinkField];
export type VisitedColumn = {
  [F in LinkField]: Fields[F]["visitors"] extends "unread" ? never : ColumnOf<F>;
}[LinkField];

/** The name of a field in answers. */
type Shown<F extends ExtraField> = Extras[F] extends { shownAs: infer Name extends string }
  ? Name
  : F;
type ShownValue<F extends ExtraField> = F extends keyof DestinationRules
  ? DestinationRules[F]
  : Extras[F] extends { shownAs: string } | { type: "boolean" }
    ? boolean
    : Values[Extras[F]["type"]] | null;
/** The fields that few links have, as answers have them. */
export type LinkExtras = { [F in ExtraField as Shown<F>]: ShownValue<F> };

interface Column {
  field: LinkField;
  name: LinkColumn;
  type: ColumnType;
  visitors: Field["visitors"];
  /** What a new link has in it by default. */
  unset: boolean | null;
  shown: string;
  isSecret: boolean;
}

export const columns: readonly Column[] = fieldNames.flatMap((field) => {
  const row: Field = linkFields[field];
  const { type, column = field, visitors, shownAs } = row;
  if (type === null) return [];
  const unset = row.default ?? (type === "boolean" ? false : null);
  const isSecret = shownAs !== undefined;
  const name = column as LinkColumn;
  return [{ field, name, type, visitors, unset, shown: shownAs ?? field, isSecret }];
});

/** Those that visitors' code reads. */
export const visitedColumns = columns.filter(
  (column): column is Column & { name: VisitedColumn } => column.visitors !== "unread",
);

/** Those of the fields that few links have. */
export const extraColumns = columns.filter(
  (column): column is Column & { field: ExtraField; shown: keyof LinkExtras } =>
    column.field in extras,
);

/** Those of them that files of links may have. */
export const openExtras = extraColumns.filter(
  (column): column is Column & { field: ExtraField & keyof LinkExtras; shown: keyof LinkExtras } =>
    !column.isSecret,
);

/** What a link has in the fields that its answers leave out while they are unset. */
export const unsetExtras = Object.fromEntries(
  extraColumns.map(({ shown, isSecret, unset }) => [shown, isSecret ? false : unset]),
) as unknown as Readonly<LinkExtras>;
