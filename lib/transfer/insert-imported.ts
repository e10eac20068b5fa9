import { z } from "zod";
import type { OwnAddress } from "../core/destination";
import type { PriorityQueue, Turn } from "../core/turn";
import { database } from "../database/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import type { Editor } from "../links/editor";
import { parseExpiry } from "../links/expiry";
import { insertLinks } from "../links/insert-links";
import type { Link } from "../links/link";
import { accepted, type Outcome } from "../links/outcome";
import { newLinkFields, refuseContradiction, refuseOwnAlias } from "../links/schema";
import { says } from "../texts/sentence";

/**
 * No shortener is older. Statistics start at the creation of a link, so a wrong century would cost
 * every report.
 */
const earliest = Date.UTC(2000, 0);

const mustBeDate = says("mustBeDateSince", { year: "2000" });
const instant = z.string({ error: mustBeDate }).transform((value, context) => {
  const date = parseExpiry(value);
  if (date && date.getTime() >= earliest) return date;
  context.addIssue({ code: "custom", message: mustBeDate });
  return z.NEVER;
});

/** A row of an import: a new link by the rules of the API, and what another system knows of it. */
export function importedLinkSchema(own: OwnAddress) {
  return newLinkFields(own)
    .omit({ password: true })
    .extend({
      createdAt: instant.optional(),
      updatedAt: instant.optional(),
      importedClicks: z
        .int({ error: says("mustBeWhole", { least: 0 }) })
        .min(0, says("mustBeWhole", { least: 0 }))
        .optional(),
    })
    .superRefine(refuseOwnAlias)
    .superRefine(refuseContradiction);
}

export type ImportedLink = z.output<ReturnType<typeof importedLinkSchema>>;

/**
 * Imports take turns at each batch: two that lock the same slugs in a different order would
 * deadlock. Never change it.
 */
const importLock = 0x69_6d_70_6f;

declare module "../config/running" {
  interface Parts {
    /** Batches of this thread wait for their turn, where they need no connection. */
    imports: { turn: Turn; uploads: PriorityQueue };
  }
}

/** Registers an import before its first link. */
export async function startImport(
  id: string,
  source: string,
  now: Date,
  by: Editor | null,
): Promise<void> {
  await inTransaction((writer) =>
    writer.linkImport.create({ data: { id, source, createdAt: now, by } }),
  );
}

/** An import without links needs no undo. */
export async function endImport(id: string): Promise<void> {
  await inTransaction((writer) => writer.linkImport.deleteMany({ where: { id, created: 0 } }));
}

/**
 * Creates links, and notes that this import did. `announces`: their previews may be read. `report`
 * reads what is said of them before they are stored, so that no failure can hide that they are.
 * Links of the future come from another time zone or a wrong clock.
 */
export function insertImported<T>(
  importId: string,
  links: readonly ImportedLink[],
  now: Date,
  { turn, announces, createdBy }: { turn: Turn; announces: boolean; createdBy: string | undefined },
  report: (outcomes: Outcome<Link>[], reader: () => Writer) => Promise<T>,
): Promise<T> {
  const rows = links.map((link) => ({
    ...link,
    importedClicks: link.importedClicks || undefined,
    createdAt: earlier(link.createdAt, now),
    updatedAt: earlier(link.updatedAt ?? link.createdAt, now),
  }));
  if (rows.length === 0) return report([], database);
  return turn.run(() =>
    inTransaction(async (writer) => {
      await writer.$executeRaw`SELECT pg_advisory_xact_lock(${importLock})`;
      const outcomes = await insertLinks(rows, now, { writer, announces, createdBy });
      const created = accepted(outcomes);
      await writer.linkImport.update({
        where: { id: importId },
        data: { created: { increment: created.length } },
      });
      await writer.importedLink.createMany({
        data: created.map(({ id, updatedAt }) => ({ linkId: id, importId, updatedAt })),
      });
      return report(outcomes, () => writer);
    }),
  );
}

function earlier(a: Date | undefined, b: Date): Date {
  return a !== undefined && a < b ? a : b;
}

/** The destinations of links that exist. */
export async function findDestinations(
  slugs: string[],
  reader: () => Writer,
): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const links = await reader().link.findMany({
    where: { slug: { in: slugs } },
    select: { slug: true, url: true },
  });
  return new Map(links.map(({ slug, url }) => [slug, url]));
}
