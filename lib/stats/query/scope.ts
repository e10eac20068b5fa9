import { arrayLiteral } from "../../database/array-literal";
import { Prisma } from "../../database/generated/client";

/**
 * The links that statistics are about. Several links cost as much as their roll-ups together; `all`
 * has roll-ups of its own.
 */
export type Scope = "all" | LinkScope;

export interface LinkScope {
  linkIds: readonly number[];
}

/** Also links that the statement finds itself: a query of their ids. */
export type StatementScope = Scope | { found: Prisma.Sql };

export function oneLink(id: number): LinkScope {
  return { linkIds: [id] };
}

/** The ids as an array; NULL for all links. */
export function linkIdsOf(scope: StatementScope): Prisma.Sql {
  if (scope === "all") return Prisma.raw("NULL");
  return "found" in scope
    ? Prisma.sql`ARRAY(${scope.found})`
    : Prisma.sql`${arrayLiteral(scope.linkIds)}::int[]`;
}

/** A condition on "linkId". */
export function inScope(scope: StatementScope): Prisma.Sql {
  if (scope === "all") return Prisma.sql`true`;
  return "linkIds" in scope && scope.linkIds.length === 1
    ? Prisma.sql`"linkId" = ${scope.linkIds[0]}`
    : Prisma.sql`"linkId" = ANY(${linkIdsOf(scope)})`;
}

/** A condition on "linkId" that leaves out links that are being removed, which no longer count. */
export const isLiving = Prisma.sql`"linkId" NOT IN (SELECT "linkId" FROM "DeletedLink")`;

/** The same as `inScope`, without links that are being removed. Chosen links exist. */
export function inLivingScope(scope: StatementScope): Prisma.Sql {
  return scope === "all" ? isLiving : inScope(scope);
}
