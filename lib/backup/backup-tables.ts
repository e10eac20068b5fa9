import { type ClientBase, escapeIdentifier } from "pg";
import { clickPartitionsSql, monthOfPartition } from "../database/click-partitions";
import type { Prisma } from "../database/generated/client";
import type { BackupTable, Header } from "./backup-format";

/**
 * Which tables a backup contains. Salts would let visitors be recognised after their day; sessions,
 * their key and links that work once would come back to life, even if they were used or revoked
 * since.
 */
const isIncluded: Record<Prisma.ModelName, boolean> = {
  Link: true,
  LinkCounter: true,
  LinkBotHits: true,
  LinkPreview: true,
  RuleCheck: true,
  HostIcon: false,
  LinkPlace: true,
  ShortText: true,
  ShortTextChange: true,
  Alias: true,
  AliasCount: true,
  AliasTotals: false,
  DeletedSlug: true,
  LinkChange: true,
  Tag: true,
  LinkTag: true,
  Replacement: false,
  Job: false,
  JobPortion: false,
  LinkImport: false,
  ImportedLink: false,
  LinkTotals: false,
  Click: true,
  SetAside: true,
  SetAsideClick: true,
  ClickBatch: true,
  ClickPack: true,
  UncountedVisit: true,
  MissedSlug: true,
  IgnoredSlug: true,
  SiteSetting: true,
  RecordedBatch: true,
  DeletedLink: true,
  LinkHour: true,
  LinkDay: true,
  LinkDayPack: true,
  LinkDayLabel: true,
  LinkMonthLabel: true,
  DayTotal: true,
  DayLabelTotal: true,
  MonthLabelTotal: true,
  HourTotal: true,
  DayVisitor: true,
  LateVisitor: false,
  LateDay: false,
  RollupState: true,
  Owner: true,
  OwnerAccount: true,
  AuthenticatorApp: true,
  RecoveryCode: true,
  Passkey: true,
  ApiToken: true,
  DismissedItem: true,
  SavedView: true,
  AuditEvent: true,
  Receiver: true,
  Share: true,
  OwnerSession: false,
  OwnerInvite: false,
  PasswordReset: false,
  ServerSecret: false,
  GuessLimit: false,
  IdempotencyKey: false,
  Delivery: false,
  DroppedMessage: false,
  MessageMark: false,
  HostExpiry: false,
  DailySalt: false,
  DailySaltFingerprint: false,
  DailySaltRequest: false,
};
const included = Object.entries(isIncluded).flatMap(([name, isPart]) => (isPart ? [name] : []));

/** Columns whose sums prove a restored table. */
const counting = new Set([
  "clicks",
  "clickCount",
  "firstDayClicks",
  "visitors",
  "count",
  "botHits",
  "botHitCount",
  "links",
]);

type Outline = Pick<BackupTable, "name" | "columns">;

/**
 * The tables of a backup that exist in this database, parents before those that refer to them.
 * Generated columns are left out.
 */
export async function listTables(client: ClientBase): Promise<Outline[]> {
  const { rows } = await client.query<Outline & { parents: string[] }>(
    `SELECT c.relname::text AS "name",
            (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS "columns",
            ARRAY(SELECT p.relname::text FROM pg_constraint k JOIN pg_class p ON p.oid = k.confrelid WHERE k.conrelid = c.oid AND k.contype = 'f') AS "parents"
     FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND c.relname::text = ANY($1)
     ORDER BY array_position($1, c.relname::text)`,
    [included],
  );
  const ordered: Outline[] = [];
  const add = ({ name, columns, parents }: (typeof rows)[number]): void => {
    if (ordered.some((table) => table.name === name)) return;
    for (const parent of rows.filter((row) => row.name !== name && parents.includes(row.name)))
      add(parent);
    ordered.push({ name, columns });
  };
  for (const row of rows) add(row);
  return ordered;
}

/** Counts a table's rows and adds up what they count. */
export async function measure(
  client: ClientBase,
  { name, columns }: Outline,
): Promise<BackupTable> {
  // The columns of these are arrays, and `size` is their sum.
  const isPending = name === "ClickBatch" || name === "ClickPack";
  const summed = columns.filter((column) => (isPending ? column === "size" : counting.has(column)));
  const sums = summed.map(
    (column) =>
      `coalesce(sum(${escapeIdentifier(column)}), 0)::text AS ${escapeIdentifier(column)}`,
  );
  const { rows } = await client.query<Record<string, string>>(
    `SELECT ${['count(*)::text AS "*"', ...sums].join(", ")} FROM ${escapeIdentifier(name)}`,
  );
  const { "*": count = "0", ...found } = rows[0] ?? {};
  return { name, columns, rows: count, sums: found };
}

/** Sequences are read after the snapshot was taken, so no id of the snapshot is given again. */
export async function readSequences(
  client: ClientBase,
  tables: readonly Outline[],
): Promise<Header["sequences"]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT s.relname::text AS "name" FROM pg_class s JOIN pg_depend d ON d.objid = s.oid JOIN pg_class t ON t.oid = d.refobjid
     WHERE s.relkind = 'S' AND d.deptype IN ('a', 'i') AND t.relnamespace = current_schema()::regnamespace AND t.relname::text = ANY($1) ORDER BY 1`,
    [tables.map(({ name }) => name)],
  );
  const sequences: Header["sequences"] = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS "value", is_called AS "isCalled" FROM ${escapeIdentifier(name)}`,
    );
    if (state[0]) sequences.push({ name, ...state[0] });
  }
  return sequences;
}

/** The first instants of the months that have a partition of Click. */
export async function listClickMonths(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(clickPartitionsSql);
  return rows.flatMap(({ name }) => monthOfPartition(name)?.toISOString() ?? []);
}
