import { createHash } from "node:crypto";
import { type FileHandle, link, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type ClientBase, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { listApplied, migrationsFolder, readMigrations } from "../database/migrate";
import { ownFile } from "../texts/own-file";
import { english } from "../texts/say";
import { BackupError } from "./backup-error";
import { partOf } from "./backup-files";
import { copyCommand, endOfRows, type Header, headerText } from "./backup-format";
import { listClickMonths, listTables, measure, readSequences } from "./backup-tables";
import { type ReportRows, RowCount } from "./row-progress";

interface Options {
  signal?: AbortSignal | undefined;
  report?: ReportRows | undefined;
}

interface Written {
  header: Header;
  bytes: number;
}

/**
 * Writes one consistent snapshot of the database to `file`, which must not exist. The rows pass
 * through, so memory does not depend on their number. Until everything is on disk, the file has
 * another name (`partOf`). The snapshot ends with the connection.
 */
export async function writeBackup(
  client: ClientBase,
  file: string,
  { signal, report }: Options = {},
): Promise<Written> {
  await refuseExisting(file);
  await client.query("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
  const header = await describe(client, new Date(), signal);
  const part = partOf(file);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(part, "wx", 0o600);
    const bytes = await fill(handle, client, header, { signal, report }).finally(() =>
      handle.close(),
    );
    await publish(part, file);
    return { header, bytes };
  } catch (error) {
    // A file that another process is writing stays.
    if (!isCode(error, "EEXIST")) await rm(part, { force: true }).catch(() => {});
    if (signal?.aborted) throw new BackupError(english("backupStopped", { folder: dirname(file) }));
    throw writeFailure(error, file);
  }
}

async function describe(client: ClientBase, madeAt: Date, signal?: AbortSignal): Promise<Header> {
  const migration = (await listApplied(client)).at(-1);
  if (migration === undefined) throw new BackupError(english("backupNothing"));
  if (!(await readMigrations(migrationsFolder)).some(({ name }) => name === migration)) {
    throw new BackupError(english("backupOfNewer", { migration }));
  }
  const { rows } = await client.query<{ version: string }>(
    `SELECT current_setting('server_version') AS "version"`,
  );
  const tables: Header["tables"] = [];
  for (const table of await listTables(client)) {
    if (signal?.aborted) throw new BackupError(english("backupStoppedAtOnce"));
    tables.push(await measure(client, table));
  }
  const { version } = JSON.parse(await readFile(ownFile("package.json"), "utf8")) as {
    version: string;
  };
  return {
    madeAt: madeAt.toISOString(),
    slugline: version,
    postgres: rows[0]?.version ?? "",
    migration,
    tables,
    sequences: await readSequences(client, tables),
    clickMonths: await listClickMonths(client),
  };
}

async function fill(
  handle: FileHandle,
  client: ClientBase,
  header: Header,
  { signal, report }: Options,
): Promise<number> {
  const hash = createHash("sha256");
  const write = async (data: string | Uint8Array) => {
    hash.update(data);
    await handle.writeFile(data);
  };
  await write(headerText(header));
  const toFile = async (packed: AsyncIterable<Uint8Array>) => {
    for await (const chunk of packed) await write(chunk);
  };
  await pipeline(rowsOf(client, header, report), createGzip(), toFile, { signal });
  // Syncing a large file takes long, and the database need not keep the snapshot.
  await client.query("COMMIT");
  await handle.writeFile(hash.digest("hex"));
  await handle.sync();
  return (await handle.stat()).size;
}

async function* rowsOf(
  client: ClientBase,
  header: Header,
  report?: ReportRows,
): AsyncGenerator<string | Buffer> {
  const rows = new RowCount(header, report);
  for (const { name, columns } of header.tables) {
    yield copyCommand({ name, columns });
    const select = `SELECT ${columns.map(escapeIdentifier).join(", ")} FROM ${escapeIdentifier(name)}`;
    yield* rows.count(client.query(copyTo(`COPY (${select}) TO STDOUT`)) as AsyncIterable<Buffer>);
    yield endOfRows;
  }
}

/** Gives the file its name, unless one has it already, and makes that durable. */
async function publish(part: string, file: string): Promise<void> {
  const isLinked = await link(part, file).then(
    () => true,
    () => false,
  );
  if (isLinked) await rm(part);
  else {
    // Either the file exists, or this disk has no hard links.
    await refuseExisting(file);
    await rename(part, file);
  }
  const folder = await open(dirname(file)).catch(() => null);
  // Windows cannot sync a folder.
  await folder?.sync().catch(() => {});
  await folder?.close();
}

async function refuseExisting(file: string): Promise<void> {
  const exists = await stat(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new BackupError(english("backupExists", { file }));
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

/** Errors of the file system say what to do. Others are passed on. */
function writeFailure(error: unknown, file: string): unknown {
  const { code = "", message, syscall } = error as NodeJS.ErrnoException;
  if (
    syscall === undefined ||
    !/^E[A-Z]+$/.test(code) ||
    /^(connect|read|getaddrinfo)$/.test(syscall)
  )
    return error;
  const remedy = code === "EEXIST" ? english("backupBeingWritten") : english("backupElsewhere");
  return new BackupError(english("backupNotWritten", { file, reason: message, remedy }));
}
