import type { TestProject } from "vitest/node";
import { migrate } from "@/lib/database/migrate";
import { createDatabase, databaseUrl, dropDatabases } from "./databases";
import { startPostgres } from "./postgres";

declare module "vitest" {
  export interface ProvidedContext {
    postgres: { adminUrl: string; template: string };
  }
}

/** One Postgres for a whole run, with a migrated template database. Each test file gets a copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...postgres } = await startWithTemplate();
  project.provide("postgres", postgres);
  return stop;
}

export async function startWithTemplate() {
  const { adminUrl, stop } = await startPostgres();
  try {
    const template = await createDatabase(adminUrl);
    await migrate(databaseUrl(adminUrl, template));
    return {
      adminUrl,
      template,
      stop: async () => {
        await dropDatabases(adminUrl, template);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
