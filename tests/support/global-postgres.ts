import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { migrate } from "@/lib/database/migrate";
import { createDatabase, databaseUrl, dropDatabase } from "./databases";

declare module "vitest" {
  export interface ProvidedContext {
    postgres: { adminUrl: string; template: string };
  }
}

/** One real Postgres for a test run: the embedded one in a folder of its own, or the server at TEST_DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl, stop } = await startPostgres();
  const template = await createDatabase(adminUrl);
  await migrate(databaseUrl(adminUrl, template));
  project.provide("postgres", { adminUrl, template });
  return async () => {
    await dropDatabase(adminUrl, template);
    await stop();
  };
}

export async function startPostgres(): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { adminUrl: given, stop: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), "slugline-test-"));
  // As root Postgres runs as another user, who must be able to enter.
  chmodSync(folder, 0o711);
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres(folder);
  return {
    adminUrl: postgres.url,
    stop: async () => {
      await postgres.stop();
      rmSync(realpathSync(join(folder, "postgres")), { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
