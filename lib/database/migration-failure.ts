import { join } from "node:path";
import { escapeIdentifier } from "pg";
import { ownCommand } from "../config/own-command";

/** The names that the suggested commands contain. */
export interface MigrationTarget {
  role: string;
  database: string;
  /** The role that owns the tables; null if there are none that this role can see. */
  owner: string | null;
  folder: string;
}

type Rights = Pick<MigrationTarget, "role" | "database">;

/**
 * What failed and, if the cause is known, which command fixes it. `migration` is null if none had
 * started.
 */
export function migrationFailure(
  error: Error & { detail?: string },
  migration: string | null,
  target: MigrationTarget,
): string {
  const reason = [error.message, error.detail].filter(Boolean).join("\n");
  const failure = migration
    ? `The migration ${join(target.folder, migration, "migration.sql")} failed and was rolled back: ${reason}`
    : `The database could not be migrated: ${reason}`;
  const remedy = remedyFor(reason, target);
  return remedy === null ? failure : `${failure}\n${remedy}`;
}

function remedyFor(reason: string, target: MigrationTarget): string | null {
  // Postgres does not quote the name.
  const schema = /permission denied for schema (.+)$/m.exec(reason)?.[1];
  if (schema) return schemaRemedy(schema, target);

  const forbidden = /permission denied to create extension "([^"]+)"/.exec(reason)?.[1];
  if (forbidden) return extensionRemedy(forbidden, target);

  // Postgres 14 names the missing control file; newer versions name the extension.
  const missing =
    /extension "([^"]+)" is not available|extension control file ".*?([^/\\"]+)\.control"/.exec(
      reason,
    );
  if (missing) return contribRemedy(missing[1] ?? missing[2] ?? "");

  if (/must be owner of|permission denied for/.test(reason)) return ownerRemedy(target);
  if (/in a read-only transaction/.test(reason))
    return `The server or database is read-only. Run ${ownCommand("npm run db:check")}, which says why and what to do.`;
  return null;
}

/** For a role that may not create tables in `schema`. */
export function schemaRemedy(schema: string, { role, database }: Rights): string {
  return `The role ${escapeIdentifier(role)} may not create tables there. As the owner of the schema or a superuser, run in the database ${escapeIdentifier(database)}:\n  GRANT USAGE, CREATE ON SCHEMA ${escapeIdentifier(schema)} TO ${escapeIdentifier(role)};`;
}

/** For a role that may not create an extension that the server offers. */
export function extensionRemedy(extension: string, { database }: Pick<Rights, "database">): string {
  return `As a superuser, run in the database ${escapeIdentifier(database)}:\n  CREATE EXTENSION ${escapeIdentifier(extension)};`;
}

export function contribRemedy(extension: string): string {
  return `The Postgres server does not have the extension ${extension}. Install its contrib modules (package postgresql-contrib on most systems), or use a server that has them.`;
}

function ownerRemedy({ role, owner }: MigrationTarget): string {
  const to = escapeIdentifier(role);
  const advice = `The tables belong to another role than ${to}. Set DATABASE_URL to the role that owns them`;
  if (owner === null) return `${advice}.`;
  return `${advice} (${escapeIdentifier(owner)}), or make ${to} a member of it as a superuser:\n  GRANT ${escapeIdentifier(owner)} TO ${to};`;
}
