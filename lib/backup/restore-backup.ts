import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ClientBase, escapeIdentifier } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { v7 as uuid } from "uuid";
import { commandLine } from "../audit/record-event";
import type { AuditEvent } from "../core/audit";
import { listApplied, migrateWithin, migrationsFolder, readMigrations } from "../database/migrate";
import { english } from "../texts/say";
import { says } from "../texts/sentence";
import { BackupError } from "./backup-error";
import { type BackupTable, copyCommand, type Header, openBackup } from "./backup-format";
import { listTables, measure, readSequences } from "./backup-tables";
import { type ReportRows, RowCount } from "./row-progress";
import { RowReader } from "./row-reader";
import { refuseForeignValues } from "./row-rules";

/** One number of the backup beside that of the restored database. */
export interface Compared {
  name: string;
  backup: string;
  restored: string;
}

interface Restored {
  header: Header;
  compared: Compared[];
}

/**
 * Restores a backup into an empty database, in one transaction: migrations up to the backup's, its
 * rows, then the later migrations. Whatever ends it early leaves the database as it was; a failure
 * is rolled back when the connection ends.
 */
export async function restoreBackup(
  client: ClientBase,
  file: string,
  report?: ReportRows,
): Promise<Restored> {
  const { header, rows } = await openBackup(file);
  await refuseNewer(header, file);
  await client.query("BEGIN");
  await refuseUnlessEmpty(client, header);
  await migrateWithin(client, header.migration);
  await refuseForeignTables(client, header, file);
  for (const month of header.clickMonths)
    await client.query(`SELECT "addClickMonth"($1::timestamptz)`, [month]);
  const names = header.tables.map(({ name }) => escapeIdentifier(name));
  // The owner of a table may switch its triggers off; session_replication_role needs a superuser.
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await load(client, header, rows(), { file, report });
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  for (const { name, value, isCalled } of header.sequences) {
    await client.query("SELECT setval($1::regclass, $2, $3)", [
      escapeIdentifier(name),
      value,
      isCalled,
    ]);
  }
  const compared = await compare(client, header.tables);
  refuseDifference(compared);
  await migrateWithin(client);
  await refuseForeignValues(client, file);
  for (const name of names) await client.query(`ANALYZE ${name}`);
  await recordRestore(client, header);
  await client.query("COMMIT");
  return { header, compared };
}

/** In the activity log, which came with the backup. */
async function recordRestore(client: ClientBase, { madeAt }: Header): Promise<void> {
  const event: AuditEvent = "restored";
  await client.query(
    `INSERT INTO "AuditEvent" ("id", "at", "event", "byId", "by", "detail") VALUES ($1, now(), $2, $3, $4, $5)`,
    [uuid(), event, commandLine.id, commandLine.name, says("madeAt", { date: madeAt })],
  );
}

async function refuseNewer({ migration, slugline }: Header, file: string): Promise<void> {
  if ((await readMigrations(migrationsFolder)).some(({ name }) => name === migration)) return;
  throw new BackupError(english("backupNewerThan", { version: slugline, file }));
}

/**
 * Migrations fill the first. The other notes invitations from the command line and what strangers
 * try.
 */
const beforeUse: ReadonlySet<string> = new Set(["RollupState", "AuditEvent"]);

/** A database that Slugline has set up but that nobody has used counts as empty. */
async function refuseUnlessEmpty(client: ClientBase, header: Header): Promise<void> {
  const filled: string[] = [];
  const tables = await listTables(client);
  for (const { name } of tables.filter((table) => !beforeUse.has(table.name))) {
    const { rows } = await client.query<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM ${escapeIdentifier(name)}) AS "found"`,
    );
    if (rows[0]?.found) filled.push(name);
  }
  const elsewhere = english("restoreElsewhere");
  if (filled.length > 0) {
    throw new BackupError(
      english("restoreNotEmpty", { tables: filled.join(", "), remedy: elsewhere }),
    );
  }
  const later = (await listApplied(client)).filter((name) => name > header.migration);
  if (later.length > 0) {
    throw new BackupError(english("restoreOlder", { remedy: elsewhere }));
  }
}

/**
 * A backup holds what `listTables` says, each once and with its columns. Anything else, such as an
 * invitation or a salt, was put into the file.
 */
async function refuseForeignTables(
  client: ClientBase,
  { tables, sequences }: Header,
  file: string,
): Promise<void> {
  const known = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]));
  const names = tables.map(({ name }) => name);
  const foreign = tables.find(
    ({ name, columns }, place) =>
      names.indexOf(name) !== place ||
      new Set(columns).size !== columns.length ||
      columns.some((column) => !known.get(name)?.includes(column)),
  );
  if (foreign) throw inHeader(file, english("theTable", { name: foreign.name.slice(0, 60) }));
  const counted = new Set((await readSequences(client, tables)).map((sequence) => sequence.name));
  const other = sequences.find(({ name }) => !counted.has(name));
  if (other) throw inHeader(file, english("theSequence", { name: other.name.slice(0, 60) }));
}

function inHeader(file: string, what: string): BackupError {
  return new BackupError(english("backupForeignTable", { file, what }));
}

/** What a column or a constraint refuses: SQLSTATE classes 22 and 23. */
function isWrongValue(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));
}

async function load(
  client: ClientBase,
  header: Header,
  rows: AsyncIterable<Buffer>,
  { file, report }: { file: string; report: ReportRows | undefined },
): Promise<void> {
  const reader = new RowReader(rows, file);
  const counted = new RowCount(header, report);
  for (const table of header.tables) {
    const command = copyCommand(table);
    if ((await reader.line()) !== command)
      throw new BackupError(english("backupRowsElsewhere", { file, table: table.name }));
    // All others were found empty, and a row that came since must not be deleted.
    if (beforeUse.has(table.name))
      await client.query(`DELETE FROM ${escapeIdentifier(table.name)}`);
    await pipeline(
      Readable.from(counted.count(reader.rows()), { objectMode: false }),
      client.query(copyFrom(command)),
    ).catch((error) => {
      throw isWrongValue(error)
        ? new BackupError(
            english("backupRowRefused", { file, table: table.name, reason: error.message }),
          )
        : error;
    });
  }
}

async function compare(client: ClientBase, tables: readonly BackupTable[]): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const table of tables) {
    const { rows, sums } = await measure(client, table);
    compared.push({ name: `${table.name} rows`, backup: table.rows, restored: rows });
    for (const [column, sum] of Object.entries(table.sums)) {
      compared.push({
        name: `${table.name} ${column}`,
        backup: sum,
        restored: sums[column] ?? "none",
      });
    }
  }
  return compared;
}

function refuseDifference(compared: readonly Compared[]): void {
  const different = compared.filter(({ backup, restored }) => backup !== restored);
  if (different.length === 0) return;
  const lines = different.map(({ name, backup, restored }) =>
    english("restoredDifference", { name, backup, restored }),
  );
  throw new BackupError(english("restoredDiffers", { lines: lines.join("\n") }));
}
