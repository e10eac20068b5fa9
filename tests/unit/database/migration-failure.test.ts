import { expect, it } from "vitest";
import { migrationFailure } from "@/lib/database/migration-failure";

const target = { role: 'odd "name"', database: "links", owner: null, folder: "prisma/migrations" };
const failure = (message: string, migration: string | null = null, detail?: string) =>
  migrationFailure(
    Object.assign(new Error(message), { ...(detail ? { detail } : {}) }),
    migration,
    target,
  );

it("names the migration", () => {
  expect(failure('relation "nowhere" does not exist', "1_first")).toBe(
    'The migration prisma/migrations/1_first/migration.sql failed and was rolled back: relation "nowhere" does not exist',
  );
});

it("reports that no migration has started", () => {
  expect(failure("out of disk")).toBe("The database could not be migrated: out of disk");
});

it("quotes names in the command to run", () => {
  expect(failure("permission denied for schema public")).toContain(
    'GRANT USAGE, CREATE ON SCHEMA "public" TO "odd ""name""";',
  );
});

it.each([
  [
    'extension "pg_trgm" is not available',
    'Could not open extension control file "/usr/share/extension/pg_trgm.control"',
  ],
  [
    'could not open extension control file "/usr/share/extension/pg_trgm.control": No such file or directory',
    undefined,
  ],
])("reports a missing extension from newer and older servers", (message, detail) => {
  expect(failure(message, "1_first", detail)).toContain(
    "The Postgres server does not have the extension pg_trgm.",
  );
});
