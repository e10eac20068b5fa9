import { randomBytes } from "node:crypto";
import { validate as isUuid, v7 as uuid } from "uuid";
import { type Actor, recordEvent, type Subject } from "../audit/record-event";
import { isoDate } from "../core/day";
import { SluglineError } from "../core/errors";
import { addDays } from "../core/local-time";
import { type ShareCard, shareCards, sharePathOf, usualCards } from "../core/share";
import { database } from "../database/client";
import type { Prisma } from "../database/generated/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import { hasRoom } from "../database/room";
import { findTags } from "../links/find-tags";
import type { Hashed } from "../links/link-row";
import { whileOwner } from "../owners/owners";
import { makeSecretOnce } from "../owners/run-once";
import { hashSecret } from "../owners/secret-hash";
import { findScope } from "../stats/query/report-scope";
import { inTurn, says, sentence } from "../texts/sentence";
import { forgetShares } from "./open-shares";
import type { NewShare } from "./share-schema";

const mostShares = 1_000;
const usualDays = 30;

/** As the API returns it, without its address. Timestamps are ISO 8601 UTC. */
export interface Share {
  id: string;
  /** What it is about: one of the three. */
  slug: string | null;
  tag: string | null;
  campaign: string | null;
  cards: ShareCard[];
  /** Null with fixed dates. */
  days: number | null;
  from: string | null;
  to: string | null;
  csv: boolean;
  hasPassword: boolean;
  createdAt: string;
  expiresAt: string | null;
  lastOpenedAt: string | null;
}

const include = { link: { select: { slug: true } }, tag: { select: { name: true } } } as const;
type Row = Prisma.ShareGetPayload<{ include: typeof include }>;

/** Newest first. */
export async function listShares(): Promise<Share[]> {
  const rows = await database().share.findMany({ include, orderBy: { id: "desc" } });
  return rows.map(toShare);
}

/** One of the three. */
export interface ShareSubject {
  slug?: string | undefined;
  tag?: string | undefined;
  campaign?: string | undefined;
}

/**
 * The page and its address, which nothing returns again. Throws `not_found` for an unknown link or
 * tag. It ends with the person `ownerId`. `key`: of their attempt, whose repetition makes no second
 * page, but gives it another address.
 */
export async function createShare(
  by: Actor,
  { passwordHash = null, ...wanted }: Hashed<NewShare>,
  ownerId: string | null,
  now: Date,
  origin: string,
  key?: string,
): Promise<Share & { url: string }> {
  const store = async (writer: Writer, before: string | null) => {
    // 22 characters.
    const address = randomBytes(16).toString("base64url");
    const secrets = { hash: hashSecret(address), passwordHash };
    const url = origin + sharePathOf(address);
    const where = { id: before ?? "", ownerId };
    if (before !== null && (await writer.share.updateMany({ where, data: secrets })).count > 0)
      return { ...toShare(await writer.share.findUniqueOrThrow({ where, include })), url };
    const count = (each: Writer) => each.share.count();
    if (!(await hasRoom({ room: "shares", most: mostShares, count }, writer)))
      throw new SluglineError("forbidden", "sharesAtMost", { most: mostShares });
    const row = await writer.share.create({
      data: {
        ...secrets,
        id: uuid(),
        ...(await findSubject(wanted, writer)),
        cards: wanted.cards ?? [...usualCards],
        ...rangeOf(wanted),
        csv: wanted.csv ?? false,
        ownerId,
        createdAt: now,
        expiresAt: wanted.expiresAt ?? null,
      },
      include,
    });
    const note = {
      by,
      about: aboutShare(row),
      detail: inTurn(
        toShare(row).cards.map((card) => sentence(card)),
        "thenDetail",
      ),
    };
    await recordEvent(writer, { event: "share-created", ...note }, now);
    return { ...toShare(row), url };
  };
  return whileOwner(() =>
    key === undefined || ownerId === null
      ? inTransaction((writer) => store(writer, null))
      : makeSecretOnce(`owner:${ownerId}`, key, [wanted, passwordHash !== null], store),
  );
}

async function findSubject({ slug, tag, campaign, to }: ShareSubject & Dates, writer: Writer) {
  if (campaign !== undefined) return { campaign };
  // Refuses an unknown one, and a tag with too many links.
  const scope = await findScope(writer, {
    ...(slug !== undefined && { slug: [slug] }),
    ...(tag !== undefined && { tag: [tag] }),
  });
  const linkIds = scope === "all" ? [] : [...scope.linkIds];
  if (tag === undefined) return { linkId: linkIds[0] ?? null };
  const [tagId = null] = await findTags(writer, [tag]);
  return { tagId, ...(to && { linkIds }) };
}

type Dates = Partial<Pick<NewShare, "from" | "to" | "days">>;

function rangeOf({ from, to, days }: Dates) {
  const length = days ?? usualDays;
  if (!to) return { days: length };
  return { from: new Date(from ?? addDays(to, 1 - length)), to: new Date(to) };
}

/** The page answers 404 at once on this instance, and within a second on others. */
export async function revokeShare(by: Actor, id: string, now: Date): Promise<void> {
  await inTransaction(async (writer) => {
    const row = isUuid(id) ? await writer.share.findUnique({ where: { id }, include }) : null;
    const isDeleted = row && (await writer.share.deleteMany({ where: { id } })).count > 0;
    if (!isDeleted) throw new SluglineError("not_found", "idUnknown");
    await recordEvent(writer, { event: "share-revoked", by, about: aboutShare(row) }, now);
  });
  forgetShares();
}

function aboutShare({ id, link, tag, campaign }: Row): Subject {
  const name = link
    ? `/${link.slug}`
    : tag
      ? says("tag", { name: tag.name })
      : says("campaign", { name: String(campaign) });
  return { id: `share:${id}`, name };
}

function toShare({ id, link, tag, campaign, cards, days, from, to, ...row }: Row): Share {
  return {
    id,
    slug: link?.slug ?? null,
    tag: tag?.name ?? null,
    campaign,
    cards: shareCards.filter((card) => cards.includes(card)),
    days,
    from: from && isoDate(from),
    to: to && isoDate(to),
    csv: row.csv,
    hasPassword: row.passwordHash !== null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastOpenedAt: row.lastOpenedAt?.toISOString() ?? null,
  };
}
