import { readEnv } from "../lib/config/env";
import { isNamed } from "../lib/core/errors";
import { checkServer } from "../lib/database/check-server";
import {
  EmbeddedPostgresError,
  findEmbeddedPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from "../lib/database/embedded-postgres";
import { type InstanceRunningError, lockInstance } from "../lib/database/instance-lock";
import { createService, type Service } from "../lib/service/service";
import { startupMessage } from "../lib/service/startup-errors";
import { english } from "../lib/texts/say";

/**
 * `serverAddress`: the base URL of the server that uses the same data folder, if one is running.
 */
type Work<T> = (url: string, service: Service, serverAddress: string | null) => Promise<T>;

interface Options {
  /** Only for a database that exists. It may be the embedded one of a running server. */
  isExisting?: boolean;
}

/** Prints the result of `work`. Without DATABASE_URL, the embedded Postgres runs meanwhile. */
export async function runOnDatabase(work: Work<string>, options: Options = {}): Promise<void> {
  try {
    console.log(await onDatabase(work, options));
  } catch (error) {
    console.error(startupMessage(error));
    process.exitCode = 1;
  }
}

/** Rejects if there is no database, or `work` does. */
export async function onDatabase<T>(given: Work<T>, { isExisting = false }: Options): Promise<T> {
  const service = createService(readEnv());
  const { DATABASE_URL, DATA_DIR } = service.config;
  const work = (url: string, address: string | null) =>
    given(url, service, address).finally(() => service.stop());
  if (DATABASE_URL) return work(await checkServer(DATABASE_URL), null);
  if (isExisting && !hasEmbeddedPostgres(DATA_DIR)) {
    throw new EmbeddedPostgresError(english("noDatabaseIn", { folder: DATA_DIR }));
  }
  const lock = lockOrServer(DATA_DIR);
  if (isNamed<InstanceRunningError>(lock, "InstanceRunningError")) {
    const url = isExisting ? await findEmbeddedPostgres(DATA_DIR) : null;
    if (url) return work(url, lock.address);
    throw isExisting ? new EmbeddedPostgresError(english("postgresSilent")) : lock;
  }
  try {
    const postgres = await startEmbeddedPostgres(DATA_DIR);
    return await work(postgres.url, null).finally(postgres.stop);
  } finally {
    lock.release();
  }
}

function lockOrServer(dataDir: string): ReturnType<typeof lockInstance> | InstanceRunningError {
  try {
    return lockInstance(dataDir);
  } catch (error) {
    if (isNamed<InstanceRunningError>(error, "InstanceRunningError")) return error;
    throw error;
  }
}
