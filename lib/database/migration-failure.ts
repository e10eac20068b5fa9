import { join } from "node:path";
import { escapeIdentifier } from "pg";
import { ownCommand } from "../config/own-command";
import { english } from "../texts/say";

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
    ? english("migrationFailed", { file: join(target.folder, migration, "migration.sql"), reason })
    : english("migrationImpossible", { reason });
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
    return english("migrationReadOnly", { command: ownCommand("npm run db:check") });
  return null;
}

/** For a role that may not create tables in `schema`. */
export function schemaRemedy(schema: string, { role, database }: Rights): string {
  return english("remedySchema", {
    role: escapeIdentifier(role),
    database: escapeIdentifier(database),
    schema: escapeIdentifier(schema),
  });
}

/** For a role that may not create an extension that the server offers. */
export function extensionRemedy(extension: string, { database }: Pick<Rights, "database">): string {
  return english("remedyExtension", {
    database: escapeIdentifier(database),
    extension: escapeIdentifier(extension),
  });
}

export function contribRemedy(extension: string): string {
  return english("remedyContrib", { extension });
}

function ownerRemedy({ role, owner }: MigrationTarget): string {
  const to = escapeIdentifier(role);
  const advice = english("tablesOfOther", { role: to });
  if (owner === null) return `${advice}.`;
  return english("remedyMember", { advice, owner: escapeIdentifier(owner), role: to });
}
