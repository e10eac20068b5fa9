import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { startCitus } from "./citus";

/**
 * A real Postgres for tests: the embedded one in a temporary folder, the server at
 * TEST_DATABASE_URL, or Citus from TEST_CITUS_BIN.
 */
export async function startPostgres(): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { adminUrl: given, stop: async () => {} };
  if (process.env.TEST_CITUS_BIN) return startCitus(process.env.TEST_CITUS_BIN);
  const folder = mkdtempSync(join(tmpdir(), "slugline-test-"));
  // As root, Postgres runs as another user, who must be able to enter.
  chmodSync(folder, 0o711);
  const postgres = await startEmbeddedPostgres(folder, {
    programsFolder: process.env.TEST_POSTGRES_BIN,
  });
  return {
    adminUrl: postgres.url,
    stop: async () => {
      await postgres.stop();
      rmSync(realpathSync(join(folder, "postgres")), { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
