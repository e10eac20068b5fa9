import { startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { startCitus } from "./citus";
import { makePostgresFolder, removePostgresFolder } from "./postgres-folder";

/**
 * A real Postgres for tests: the embedded one in a temporary folder, the server at
 * TEST_DATABASE_URL, or Citus from TEST_CITUS_BIN.
 */
export async function startPostgres(): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { adminUrl: given, stop: async () => {} };
  if (process.env.TEST_CITUS_BIN) return startCitus(process.env.TEST_CITUS_BIN);
  const folder = makePostgresFolder("test");
  const postgres = await startEmbeddedPostgres(folder, {
    programsFolder: process.env.TEST_POSTGRES_BIN,
  });
  return {
    adminUrl: postgres.url,
    stop: async () => {
      await postgres.stop();
      removePostgresFolder(folder);
    },
  };
}
