import { v7 as uuid } from "uuid";
import { z } from "zod";
import { damagedMessage, isDamaged } from "../core/clean-text";
import { dayMs } from "../core/day";
import { SluglineError } from "../core/errors";
import { database } from "../database/client";
import { forgetKnownApiTokens } from "./api-access";
import { generateApiToken, shownPartsOf } from "./api-token-text";
import { whileOwner } from "./owners";
import { hashSecret } from "./secret-hash";

/** The input for a new API token. `expiresInDays` null means never. */
export const newApiTokenSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, "Name the token, such as Release script.")
    .max(80, "A name has at most 80 characters.")
    .refine((name) => !isDamaged(name), `A name ${damagedMessage}.`),
  scope: z.enum(["read", "write"], { error: "Choose what the token may do." }),
  expiresInDays: z.int().min(1).max(3_650).nullable(),
});

type NewApiToken = z.output<typeof newApiTokenSchema>;

/** All live tokens are cached in memory, so their number is limited. */
const mostTokens = 1_000;

/** Creates a token. Its text is returned only here and never stored. Throws `forbidden` if the owner was removed. */
export async function makeApiToken(ownerId: string, { name, scope, expiresInDays }: NewApiToken, now: Date): Promise<{ id: string; token: string }> {
  if ((await database().apiToken.count({ where: { revokedAt: null } })) >= mostTokens) {
    throw new SluglineError("forbidden", `There are ${mostTokens} tokens: revoke some first.`);
  }
  const token = generateApiToken();
  const id = uuid();
  const data = {
    id,
    name,
    ...shownPartsOf(token),
    hash: hashSecret(token),
    canWrite: scope === "write",
    ownerId,
    createdAt: now,
    expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMs),
  };
  await whileOwner(() => database().apiToken.create({ data }));
  forgetKnownApiTokens();
  return { id, token };
}

/** A token as settings show it, without its text. Timestamps are ISO 8601 UTC; "last used" has a resolution of a minute. */
export interface ApiTokenSummary {
  id: string;
  name: string;
  prefix: string;
  lastFour: string;
  canWrite: boolean;
  /** Null for an owner who was removed before tokens ended with their owners. */
  madeBy: string | null;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
}

/** Tokens that are not revoked, including expired ones, newest first. */
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

/** As long as the undo notice stays, plus some network latency. */
const undoMs = 15_000;

/** Revokes a token: at once on this instance, within a second on the others. */
export async function revokeApiToken(id: string, now: Date): Promise<void> {
  await database().apiToken.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } });
  forgetKnownApiTokens();
}

export async function restoreApiToken(id: string, now: Date): Promise<boolean> {
  const { count } = await database().apiToken.updateMany({
    where: { id, revokedAt: { gte: new Date(now.getTime() - undoMs) } },
    data: { revokedAt: null },
  });
  forgetKnownApiTokens();
  return count > 0;
}
