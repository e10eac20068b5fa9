import { v7 as uuid } from "uuid";
import { z } from "zod";
import { type Person, recordEvent } from "../audit/record-event";
import { hasRole, type Role, roles } from "../core/access";
import { isDamaged } from "../core/clean-text";
import { dayMs } from "../core/day";
import { refusedField, SluglineError } from "../core/errors";
import { database, sharedTimeBefore } from "../database/client";
import type { Prisma } from "../database/generated/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import { hasRoom } from "../database/room";
import type { Editor } from "../links/editor";
import { asUndoer, requireUndoer } from "../links/undoer";
import { inTurn, says, sentence } from "../texts/sentence";
import { forgetKnownApiTokens, tokenRole } from "./api-access";
import { generateApiToken, shownPartsOf } from "./api-token-text";
import { whileOwner } from "./owners";
import { lockToken, roleName } from "./rights";
import { makeSecretOnce } from "./run-once";
import { hashSecret } from "./secret-hash";

/** The input for a new API token. `expiresInDays` null means never. */
export const newApiTokenSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, says("nameMissing"))
    .max(80, says("nameTooLong", { most: 80 }))
    .refine(
      (name) => !isDamaged(name),
      says("nameIsDamaged", { problem: sentence("mustNotBeDamaged") }),
    ),
  role: z.enum(roles, { error: says("tokenRoleMissing") }),
  expiresInDays: z.int().min(1).max(3_650).nullable(),
  /** Whether assistants may change links with it, as far as its role allows it. */
  writesByMcp: z.boolean().default(false),
});

type NewApiToken = z.input<typeof newApiTokenSchema>;

interface Maker {
  id: string;
  role: Role;
}

/** A maker at work. */
interface Acting {
  owner: Maker;
  by: Person;
}

/** All live tokens are cached in memory, so their number is limited. */
const mostTokens = 1_000;

const countLive = (writer: Writer) => writer.apiToken.count({ where: { revokedAt: null } });

/**
 * Creates a token. Its text is returned only here and never stored. `key`: of an attempt, whose
 * repetition makes no second one, but gives it another text. Throws `forbidden` if the maker was
 * removed, or has a lower role than the token should have; a role that is lowered later lowers those
 * of the tokens, too.
 */
export async function makeApiToken(
  { owner: maker, by }: Acting,
  { name, role, expiresInDays, writesByMcp = false }: NewApiToken,
  now: Date,
  key?: string,
): Promise<{ id: string; token: string }> {
  if (!hasRole(maker.role, role))
    throw refusedField("role", "roleOfTokens", { role: roleName(maker.role) });
  const data = {
    name,
    role,
    canWrite: role !== "reader",
    writesByMcp,
    ownerId: maker.id,
    createdAt: now,
    expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMs),
  };
  const store = async (writer: Writer, before: string | null) => {
    const token = generateApiToken();
    const text = { ...shownPartsOf(token), hash: hashSecret(token) };
    const where = { id: before ?? "", ownerId: maker.id, revokedAt: null };
    if (before !== null && (await writer.apiToken.updateMany({ where, data: text })).count > 0)
      return { id: before, token };
    if (!(await hasRoom({ room: "tokens", most: mostTokens, count: countLive }, writer)))
      throw new SluglineError("forbidden", "revokeTokenFirst", { most: mostTokens });
    const { id } = await writer.apiToken.create({
      data: { ...data, ...text, id: uuid() },
      select: { id: true },
    });
    const lasts =
      expiresInDays === null
        ? sentence("neverExpires")
        : sentence("expiresIn", { number: expiresInDays });
    const about = aboutToken({ ...data, id });
    const event = {
      event: "token-created",
      by,
      about,
      detail: inTurn([roleName(role), lasts], "thenDetail"),
    } as const;
    await recordEvent(writer, event, now);
    return { id, token };
  };
  const sent = [name, role, expiresInDays, writesByMcp];
  const made = await whileOwner(() =>
    key === undefined
      ? inTransaction((writer) => store(writer, null))
      : makeSecretOnce(`owner:${maker.id}`, key, sent, store),
  );
  forgetKnownApiTokens();
  return made;
}

/**
 * A token as settings show it, without its text. Timestamps are ISO 8601 UTC; "last used" has a
 * resolution of a minute.
 */
export interface ApiTokenSummary {
  id: string;
  name: string;
  prefix: string;
  lastFour: string;
  /** Never above that of who made it. */
  role: Role;
  /** Null for an owner who was removed before tokens ended with their owners. */
  madeBy: string | null;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
}

/** An owner acts on all tokens, others on their own. */
function tokensOf({ id, role }: Maker) {
  return role === "owner" ? {} : { ownerId: id };
}

/** Tokens that are not revoked and that `viewer` may see, including expired ones, newest first. */
export async function listApiTokens(viewer: Maker): Promise<ApiTokenSummary[]> {
  const rows = await database().apiToken.findMany({
    where: { ...tokensOf(viewer), revokedAt: null },
    omit: { hash: true, ownerId: true, revokedAt: true },
    include: { owner: { select: { email: true, role: true } } },
    orderBy: { createdAt: "desc" },
  });
  return rows.map(({ owner, role, canWrite, createdAt, expiresAt, lastUsedAt, ...row }) => ({
    ...row,
    role: tokenRole({ role, canWrite, madeBy: owner?.role ?? null }),
    madeBy: owner?.email ?? null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/** As long as the undo notice stays, plus some network latency. */
const undoMs = 15_000;

/** Revokes a token: at once on this instance, within a second on the others. */
export async function revokeApiToken(acting: Acting, id: string, now: Date): Promise<void> {
  const revokedAt = await sharedTimeBefore(0, now);
  const revoked = { revokedAt, revokedBy: `owner:${acting.owner.id}` } as const;
  await setRevoked(acting, { id, revokedAt: null }, revoked, now);
}

/** Whether there was such a token. Throws `forbidden` for one that somebody with a higher role revoked. */
export async function restoreApiToken(acting: Acting, id: string, now: Date): Promise<boolean> {
  const lately = { gte: await sharedTimeBefore(undoMs, now) };
  return setRevoked(acting, { id, revokedAt: lately }, { revokedAt: null }, now);
}

/** Whether there was such a token. */
async function setRevoked(
  { owner, by }: Acting,
  which: Prisma.ApiTokenWhereInput & { id: string },
  data: { revokedAt: Date; revokedBy: Editor } | { revokedAt: null },
  now: Date,
): Promise<boolean> {
  const event = data.revokedAt === null ? "token-restored" : "token-revoked";
  const isFound = await inTransaction(async (writer) => {
    await lockToken(writer, which.id);
    const [token] = await writer.apiToken.updateManyAndReturn({
      where: { ...tokensOf(owner), ...which },
      data,
      select: { id: true, name: true, revokedBy: true },
    });
    if (token && data.revokedAt === null)
      await requireUndoer(writer, asUndoer(owner), token.revokedBy);
    if (token) await recordEvent(writer, { event, by, about: aboutToken(token) }, now);
    return token !== undefined;
  });
  forgetKnownApiTokens();
  return isFound;
}

function aboutToken({ id, name }: { id: string; name: string }) {
  return { id: `token:${id}`, name };
}

/** The person who acts, or who made the API token; null for API_TOKEN. */
export async function ownerBehind(by: Editor): Promise<string | null> {
  const [kind, id = ""] = by.split(":");
  if (kind === "owner") return id;
  if (kind !== "token") return null;
  const token = await database().apiToken.findUnique({ where: { id }, select: { ownerId: true } });
  return token?.ownerId ?? null;
}
