import { join } from "node:path";
import { escapeIdentifier } from "pg";

/** The names that the suggested commands contain. */
interface MigrationTarget {
  role: string;
  database: string;
  folder: string;
}

/** What failed and, if the cause is known, which command fixes it. `migration` is null if none had started. */
export function migrationFailure(error: Error & { detail?: string }, migration: string | null, target: MigrationTarget): string {
  const reason = [error.message, error.detail].filter(Boolean).join("\n");
  const failure = migration
    ? `The migration ${join(target.folder, migration, "migration.sql")} failed and was rolled back: ${reason}`
    : `The database could not be migrated: ${reason}`;
  const remedy = remedyFor(reason, target);
  return remedy === null ? failure : `${failure}\n${remedy}`;
}

function remedyFor(reason: string, { role, database }: MigrationTarget): string | null {
  const to = escapeIdentifier(role);
  const inDatabase = `in the database ${escapeIdentifier(database)}`;

  const schema = /permission denied for schema (\S+)/.exec(reason)?.[1];
  if (schema) {
    return `The role ${to} may not create tables there. As the owner of the database or a superuser, run ${inDatabase}:\n  GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${to};`;
  }

  const forbidden = /permission denied to create extension "([^"]+)"/.exec(reason)?.[1];
  if (forbidden) {
    return `As a superuser, run ${inDatabase}:\n  CREATE EXTENSION ${escapeIdentifier(forbidden)};`;
  }

  // Postgres 14 names the missing control file; newer versions name the extension.
  const missing = /extension "([^"]+)" is not available|extension control file ".*?([^/\\"]+)\.control"/.exec(reason);
  if (missing) {
    const extension = missing[1] ?? missing[2];
    return `The Postgres server does not have the extension ${extension}. Install its contrib modules (package postgresql-contrib on most systems), or use a server that has them.`;
  }

  if (/must be owner of|permission denied for/.test(reason)) {
    return `The tables belong to another role than ${to}. Set DATABASE_URL to the role that owns them, or make ${to} a member of it:\n  GRANT <owner> TO ${to};`;
  }
  if (/in a read-only transaction/.test(reason)) {
    return "DATABASE_URL points to a read-only server or database. Set it to the primary server.";
  }
  return null;
}
