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

/** The same, without links that are being removed: they no longer count. */
export function inLivingScope(scope: StatementScope): Prisma.Sql {
  return scope === "all"
    ? Prisma.sql`"linkId" NOT IN (SELECT "linkId" FROM "DeletedLink")`
    : inScope(scope);
}
