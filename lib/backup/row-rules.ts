import { type ClientBase, escapeIdentifier } from "pg";
import type { z } from "zod";
import type { Prisma } from "../database/generated/client";
import { channelTag } from "../links/channel-schema";
import { newLinkFields } from "../links/schema";
import { newTagSchema } from "../links/tag-schema";
import { newReceiverSchema } from "../messages/receiver-schema";
import { forbiddenSchemes } from "../pages/site-schema";
import { newShareSchema } from "../shares/share-schema";
import { viewSchema } from "../stats/list/saved-views";
import { say } from "../texts/say";
import { readSentence } from "../texts/sentence";
import { BackupError } from "./backup-error";

/** All that DESTINATION_SCHEMES may list: the server that restores may not list them yet. */
class AnyScheme extends Set<string> {
  override has(name: string): boolean {
    return !["", "http", "https"].includes(name) && !forbiddenSchemes.has(name);
  }
}

/** No link leads back here: the service may have another address than where the backup was made. */
const link = newLinkFields({
  BASE_URL: "http://restored.invalid",
  PORT: 0,
  schemes: new AnyScheme(),
}).shape;
const { name, color } = newTagSchema.shape;
const receiver = newReceiverSchema.shape;
const share = newShareSchema.shape;

/**
 * What the fields of people let in. Site settings are read through their rules, and have no effect
 * where those refuse them; a message goes to no private address that is not allowed here.
 */
const rules: Partial<Record<Prisma.ModelName, Record<string, z.ZodType>>> = {
  Link: {
    slug: link.slug,
    url: link.url,
    title: link.title,
    note: link.note,
    maxClicks: link.maxClicks,
    expiredUrl: link.expiredUrl,
    ios: link.ios,
    android: link.android,
    geo: link.geo,
    description: link.description,
    image: link.image,
  },
  Alias: { slug: link.slug },
  Tag: { name, color },
  LinkPlace: { source: channelTag, medium: channelTag, campaign: channelTag },
  Receiver: {
    name: receiver.name,
    kind: receiver.kind,
    url: receiver.url,
    events: receiver.events,
    digest: receiver.digest,
  },
  Share: { campaign: share.campaign, cards: share.cards, days: share.days },
  SavedView: { name: viewSchema.shape.name, query: viewSchema.shape.query },
};

const atOnce = 1_000;

/** Throws a `BackupError` at the first value that its field would refuse. */
export async function refuseForeignValues(client: ClientBase, file: string): Promise<void> {
  for (const [table, columns] of Object.entries(rules)) {
    const names = Object.keys(columns).map(escapeIdentifier).join(", ");
    await client.query(
      `DECLARE "restored" NO SCROLL CURSOR FOR SELECT ${names} FROM ${escapeIdentifier(table)}`,
    );
    for (let isMore = true; isMore; ) {
      const { rows } = await client.query<Record<string, unknown>>(
        `FETCH ${atOnce} FROM "restored"`,
      );
      for (const row of rows) refuseValue(table, columns, row, file);
      isMore = rows.length === atOnce;
    }
    await client.query(`CLOSE "restored"`);
  }
}

function refuseValue(
  table: string,
  columns: Record<string, z.ZodType>,
  row: Record<string, unknown>,
  file: string,
): void {
  for (const [column, schema] of Object.entries(columns)) {
    const value = row[column] ?? null;
    const problem = value === null ? undefined : schema.safeParse(value).error?.issues[0];
    if (problem)
      throw new BackupError(
        `${file}: a row of ${table} has a ${column} that nothing can have (${say("en", readSentence(problem.message))}): ${JSON.stringify(value).slice(0, 60)}. Nothing was changed. Use another backup.`,
      );
  }
}
