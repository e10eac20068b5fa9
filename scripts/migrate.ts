import { env } from "../lib/config/env";
import { startEmbeddedPostgres } from "../lib/database/embedded-postgres";
import { lockInstance } from "../lib/database/instance-lock";
import { migrate, writeMigration } from "../lib/database/migrate";
import { startupMessage } from "../lib/service/startup-errors";

/** `npm run db:migrate` applies migrations; `npm run db:migration NAME` writes the next one from the schema. */
async function run(url: string, name: string | undefined): Promise<string> {
  if (name === undefined) {
    const applied = await migrate(url);
    return applied.length === 0 ? "The database is up to date." : `Applied:\n  ${applied.join("\n  ")}`;
  }
  const file = await writeMigration(url, name, new Date());
  return file ? `Wrote ${file}: read it before you keep it.` : "The schema has nothing that the migrations do not have.";
}

async function main(): Promise<void> {
  const [command, name] = process.argv.slice(2);
  if (command === "write" && !/^[a-z0-9_]+$/.test(name ?? "")) {
    throw new Error("Name the migration: npm run db:migration NAME (lower-case letters, digits, underscores).");
  }
  const { DATABASE_URL, DATA_DIR } = env();
  if (DATABASE_URL) return report(DATABASE_URL, name);
  const lock = lockInstance(DATA_DIR);
  try {
    const postgres = await startEmbeddedPostgres(DATA_DIR);
    await report(postgres.url, name).finally(postgres.stop);
  } finally {
    lock.release();
  }
}

async function report(url: string, name: string | undefined): Promise<void> {
  console.log(await run(url, name));
}

main().catch((error: unknown) => {
  console.error(startupMessage(error));
  process.exitCode = 1;
});
