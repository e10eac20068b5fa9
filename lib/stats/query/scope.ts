import { arrayLiteral } from "../../database/array-literal";
import { Prisma } from "../../database/generated/client";

/** The links that statistics are about. Several links cost as much as their roll-ups together; `all` has roll-ups of its own. */
export type Scope = "all" | LinkScope;

export interface LinkScope {
  linkIds: readonly number[];
}

export function oneLink(id: number): LinkScope {
  return { linkIds: [id] };
}

/** The ids as an array; NULL for all links. */
export function linkIdsOf(scope: Scope): Prisma.Sql {
  return scope === "all" ? Prisma.raw("NULL") : Prisma.sql`${arrayLiteral(scope.linkIds)}::int[]`;
}

/** A condition on "linkId". */
export function inScope(scope: Scope): Prisma.Sql {
  if (scope === "all") return Prisma.sql`true`;
  const { linkIds } = scope;
  return linkIds.length === 1 ? Prisma.sql`"linkId" = ${linkIds[0]}` : Prisma.sql`"linkId" = ANY(${arrayLiteral(linkIds)}::int[])`;
}
