import { env } from "../lib/config/env";
import { startEmbeddedPostgres } from "../lib/database/embedded-postgres";
import { lockInstance } from "../lib/database/instance-lock";
import { startupMessage } from "../lib/service/startup-errors";

/** Prints the result of `work`. Without DATABASE_URL, the embedded Postgres runs meanwhile. */
export async function runOnDatabase(work: (url: string) => Promise<string>): Promise<void> {
  try {
    console.log(await onDatabase(work));
  } catch (error) {
    console.error(startupMessage(error));
    process.exitCode = 1;
  }
}

async function onDatabase(work: (url: string) => Promise<string>): Promise<string> {
  const { DATABASE_URL, DATA_DIR } = env();
  if (DATABASE_URL) return work(DATABASE_URL);
  const lock = lockInstance(DATA_DIR);
  try {
    const postgres = await startEmbeddedPostgres(DATA_DIR);
    return await work(postgres.url).finally(postgres.stop);
  } finally {
    lock.release();
  }
}
