import { isSluglineError } from "../core/errors";
import { inTransaction, type Writer } from "../database/in-transaction";
import { findLinks } from "./find-links-to";
import { readLinks } from "./get-link";
import { insertLinks, type NewRow } from "./insert-links";
import { answerTo, type Link } from "./link";
import type { Outcome } from "./outcome";
import { only } from "./outcome";

interface Options {
  writer?: Writer | undefined;
  /** One that does not redirect is none. */
  activeOnly?: boolean;
  createdBy?: string | undefined;
}

type Found = { link: Link; isNew: boolean };

/**
 * The link with this destination, and with this slug or alias if one is given, else a new one. An
 * existing link is never changed. Of several, the oldest that redirects is returned, else the
 * oldest. Throws `slug_taken` if the slug leads elsewhere.
 */
export async function findOrCreateLink(
  wanted: NewRow,
  now: Date,
  options: Options = {},
): Promise<Found> {
  return only(await findOrCreateLinks([wanted], now, options));
}

/** The same for many links. Rows with the same destination and slug get the same link. */
export async function findOrCreateLinks(
  rows: readonly NewRow[],
  now: Date,
  { writer, ...options }: Options = {},
): Promise<Outcome<Found>[]> {
  const run = (transaction: Writer) => findOrCreate(rows, now, options, transaction);
  return writer ? run(writer) : inTransaction(run);
}

const keyOf = ({ url, slug }: NewRow) => JSON.stringify([url, slug]);

async function findOrCreate(
  rows: readonly NewRow[],
  now: Date,
  { activeOnly = false, createdBy }: Omit<Options, "writer">,
  writer: Writer,
): Promise<Outcome<Found>[]> {
  // Requests for one destination take turns, so that the second finds the link of the first. In one
  // order, so that none waits for another in a circle.
  await writer.$executeRaw`
    SELECT pg_advisory_xact_lock(h."key") FROM (
      SELECT DISTINCT hashtextextended("url", 0) AS "key" FROM unnest(${rows.map(({ url }) => url)}::text[]) u("url") ORDER BY 1
    ) h`;
  const unique = [...new Map(rows.map((row) => [keyOf(row), row])).values()];
  const found = await findLinks(unique, now, writer);
  const ids = found.map((each) => (each && (each.isActive || !activeOnly) ? each.id : null));
  const missing = unique.filter((_, index) => ids[index] === null);
  const inserted = missing.length > 0 ? await insertLinks(missing, now, { writer, createdBy }) : [];
  const known = await readLinks(
    ids.filter((id) => id !== null),
    writer,
  );
  let next = 0;
  const byKey = new Map(
    unique.map((row, index): [string, Outcome<Found>] => {
      const id = ids[index];
      if (id != null)
        return [keyOf(row), { link: answerTo(row, known.get(id) as Link), isNew: false }];
      const made = inserted[next++] as Outcome<Link>;
      return [keyOf(row), isSluglineError(made) ? made : { link: made, isNew: true }];
    }),
  );
  return rows.map((row) => byKey.get(keyOf(row)) as Outcome<Found>);
}
