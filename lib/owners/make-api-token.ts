import { v7 as uuid } from "uuid";
import { SluglineError } from "../core/errors";
import { database } from "../database/client";
import type { NewApiToken } from "./api-token-schema";
import { generateApiToken, shownPartsOf } from "./api-token-text";
import { forgetKnownApiTokens } from "./known-api-tokens";
import { hashSecret } from "./secret-hash";

const dayMs = 24 * 3_600_000;
/** All live tokens are held in memory, so there is a bound. */
const mostTokens = 1_000;

/** Makes a token. Its text is returned this once and kept nowhere. */
export async function makeApiToken(ownerId: string, { name, scope, expiresInDays }: NewApiToken, now: Date): Promise<{ id: string; token: string }> {
  if ((await database().apiToken.count({ where: { revokedAt: null } })) >= mostTokens) {
    throw new SluglineError("forbidden", `There are ${mostTokens} tokens: revoke some first.`);
  }
  const token = generateApiToken();
  const id = uuid();
  await database().apiToken.create({
    data: {
      id,
      name,
      ...shownPartsOf(token),
      hash: hashSecret(token),
      canWrite: scope === "write",
      ownerId,
      createdAt: now,
      expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMs),
    },
  });
  forgetKnownApiTokens();
  return { id, token };
}
