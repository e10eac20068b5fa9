import { type Actor, recordAfter } from "../audit/record-event";
import { SluglineError } from "../core/errors";
import { database, sharedTimeBefore } from "../database/client";
import { Prisma } from "../database/generated/client";
import { inTransaction, UnpreparedError, uncounted, type Writer } from "../database/in-transaction";
import { type Channel, uniqueChannels } from "../links/channel";
import { deleteLinks } from "../links/delete-links";
import { lockAgainstClicks } from "../links/locks";
import { requireUndoer, type Undoer, undoableMakers, undoMs } from "../links/undoer";
import { sentence } from "../texts/sentence";
import { journalDrained } from "../visits/journal/journal-drained";

const portion = 500;
const mostNamed = 100;
const mostListed = 20;

export interface RecentImport {
  id: string;
  source: string;
  createdAt: Date;
  /** How many of its links still exist. */
  links: number;
}

export interface UndoReport {
  deleted: number;
  /** How many links stay, because they were clicked or changed. */
  kept: number;
  /** The first of them. */
  keptSlugs: string[];
}

/** Imports of the last hour that `undoer` may undo, latest first. */
export async function listUndoableImports(now: Date, undoer: Undoer): Promise<RecentImport[]> {
  const makers = await undoableMakers(undoer);
  const imports = await database().linkImport.findMany({
    where: {
      createdAt: { gt: await sharedTimeBefore(undoMs, now) },
      links: { some: {} },
      ...(makers && { by: { in: makers } }),
    },
    orderBy: { createdAt: "desc" },
    take: mostListed,
    include: { _count: { select: { links: true } } },
  });
  return imports.map(({ id, source, createdAt, _count }) => ({
    ...{ id, source, createdAt },
    links: _count.links,
  }));
}

/**
 * Deletes the links that an import of the last hour created, except those that were clicked or
 * changed since, and the tags that it made for them. Throws `not_found`, and like `requireUndoer`.
 * Interrupted, it can be repeated.
 */
export function undoImport(
  id: string,
  undo: Undoer & { actor: Actor; now: Date },
): Promise<UndoReport> {
  // Of a large one it takes longer than a request may: each of its transactions is short.
  return uncounted(() => undoInPortions(id, undo));
}

async function undoInPortions(
  id: string,
  { actor, now, ...undoer }: Undoer & { actor: Actor; now: Date },
): Promise<UndoReport> {
  const found = await database().linkImport.findFirst({
    where: { id, createdAt: { gt: await sharedTimeBefore(undoMs, now) } },
  });
  if (!found) throw new SluglineError("not_found", "undoOver");
  const confirm = (writer: Writer) => requireUndoer(writer, undoer, found.by);
  await journalDrained();
  const report: UndoReport = { deleted: 0, kept: 0, keptSlugs: [] };
  for (;;) {
    const links = await database().importedLink.findMany({
      where: { importId: id },
      orderBy: { linkId: "asc" },
      take: portion,
      select: { linkId: true, updatedAt: true },
    });
    if (links.length > 0) {
      const kept = await inTransaction(async (writer) => {
        await confirm(writer);
        return deleteUnused(
          links.map(({ linkId, updatedAt }) => ({ id: linkId, updatedAt })),
          writer,
        );
      });
      report.kept += kept.length;
      report.deleted += links.length - kept.length;
      report.keptSlugs.push(...kept.slice(0, mostNamed - report.keptSlugs.length));
      continue;
    }
    // If the import still runs, it may have added links meanwhile. Its next batch then finds no
    // import, and it stops.
    const { count } = await inTransaction(async (writer) => {
      await confirm(writer);
      return writer.linkImport.deleteMany({ where: { id, links: { none: {} } } });
    });
    if (count === 0 && (await database().linkImport.count({ where: { id } })) > 0) continue;
    await deleteUnusedTags(found.createdAt);
    const detail = sentence("deletedAndKept", { deleted: report.deleted, kept: report.kept });
    await recordAfter({ event: "import-undone", by: actor, detail }, now);
    return report;
  }
}

/** A link as it was created. */
interface Created {
  id: number;
  updatedAt: Date | string;
}

/**
 * Returns the slugs of those that stay, and forgets where they came from. The locks make uncounted
 * visits and clicks on links with a maximum wait and then find no link. Other clicks wait for
 * nothing, so the deletion looks for them once more. `channels`: those that each was created with;
 * an edit of them leaves `updatedAt` as it is.
 */
export async function deleteUnused(
  created: readonly Created[],
  writer: Writer,
  channels: readonly Channel[] = [],
): Promise<string[]> {
  const given = uniqueChannels(channels);
  const texts = (name: keyof Channel) => given.map((channel) => channel[name]);
  const ids = created.map(({ id }) => id);
  const times = created.map(({ updatedAt }) => new Date(updatedAt));
  // The trigger of messages (prisma/rules/messages.sql) leaves these links out.
  await writer.$executeRaw`SELECT set_config('slugline.undo', 'on', true)`;
  await lockAgainstClicks(Prisma.sql`"id" = ANY(${ids}::int[])`, writer);
  const unused = await writer.$queryRaw<{ id: number; slug: string }[]>`
    SELECT l."id", l."slug" FROM "Link" l JOIN unnest(${ids}::int[], ${times}::timestamptz[]) AS c("id", "updatedAt") USING ("id")
    JOIN "LinkTotals" t ON t."linkId" = l."id"
    WHERE l."updatedAt" = c."updatedAt" AND t."clickCount" = 0
      AND (
        SELECT count(*) = ${given.length} AND coalesce(bool_and((p."source", p."medium", p."campaign") IN (
          SELECT * FROM unnest(${texts("source")}::text[], ${texts("medium")}::text[], ${texts("campaign")}::text[])
        )), true) FROM "LinkPlace" p WHERE p."linkId" = l."id")`;
  await deleteLinks(
    unused.map(({ slug }) => slug),
    { writer },
  );
  const late = await writer.$queryRaw<unknown[]>`
    SELECT FROM "PendingHour" WHERE "linkId" = ANY(${unused.map(({ id }) => id)}::int[]) LIMIT 1`;
  if (late.length > 0) throw new UnpreparedError(async () => {});
  await writer.$executeRaw`DELETE FROM "ImportedLink" WHERE "linkId" = ANY(${ids}::int[])`;
  const kept = await writer.$queryRaw<
    { slug: string }[]
  >`SELECT "slug" FROM "Link" WHERE "id" = ANY(${ids}::int[]) ORDER BY "id"`;
  return kept.map(({ slug }) => slug);
}

/**
 * Tags that an import created carry its time. The locks make sure that a link that gets one
 * meanwhile either waits or is seen.
 */
async function deleteUnusedTags(createdAt: Date): Promise<void> {
  await inTransaction(async (writer) => {
    await writer.$executeRaw`SELECT "id" FROM "Tag" WHERE "createdAt" = ${createdAt}::timestamptz ORDER BY "key" COLLATE "C" FOR UPDATE`;
    await writer.tag.deleteMany({ where: { createdAt, links: { none: {} } } });
  });
}
