import { database } from "../database/client";

/** A token as settings show it: never its text. Timestamps are ISO 8601 UTC; "last used" is exact to a minute. */
export interface ApiTokenSummary {
  id: string;
  name: string;
  prefix: string;
  lastFour: string;
  canWrite: boolean;
  madeBy: string | null;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
}

/** The tokens that were not revoked, expired ones included, the newest first. */
export async function listApiTokens(): Promise<ApiTokenSummary[]> {
  const rows = await database().apiToken.findMany({
    where: { revokedAt: null },
    omit: { hash: true, ownerId: true, revokedAt: true },
    include: { owner: { select: { email: true } } },
    orderBy: { createdAt: "desc" },
  });
  return rows.map(({ owner, createdAt, expiresAt, lastUsedAt, ...row }) => ({
    ...row,
    madeBy: owner?.email ?? null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}
