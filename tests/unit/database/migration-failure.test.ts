import { expect, it } from "vitest";
import { migrationFailure } from "@/lib/database/migration-failure";

const target = { role: 'odd "name"', database: "links", folder: "prisma/migrations" };
const trace = '\n   0: sql_schema_connector::apply_migration::apply_script\n           with migration_name="1_first"\n';

it("names the migration and drops the engine's trace", () => {
  expect(migrationFailure(`external connector error\nNo such table: nowhere${trace}`, target)).toBe(
    "The migration prisma/migrations/1_first/migration.sql failed and was rolled back: No such table: nowhere",
  );
});

it("says so when no migration had begun", () => {
  expect(migrationFailure("ERROR: out of disk\n   0: engine\n", target)).toBe("The database could not be migrated: ERROR: out of disk");
});

it("quotes names in the command to run", () => {
  expect(migrationFailure("ERROR: permission denied for schema public\n   0: engine\n", target)).toContain(
    'GRANT USAGE, CREATE ON SCHEMA public TO "odd ""name""";',
  );
});

it.each([
  'ERROR: extension "pg_trgm" is not available\nDETAIL: Could not open extension control file "/usr/share/extension/pg_trgm.control"',
  'ERROR: could not open extension control file "/usr/share/extension/pg_trgm.control": No such file or directory',
])("a missing extension, as newer and older servers say it", (words) => {
  expect(migrationFailure(words + trace, target)).toContain("The Postgres server does not have the extension pg_trgm.");
});
