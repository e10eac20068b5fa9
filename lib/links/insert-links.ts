import type { SluglineError } from "../core/errors";
import { sharedTimeBefore } from "../database/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import { addAliases } from "./aliases";
import { type Channel, uniqueChannels } from "./channel";
import { generateSlug } from "./generate-slug";
import { readLinks } from "./get-link";
import { answerTo, type Link } from "./link";
import { mostChannels, tooManyChannels } from "./link-channels";
import {
  columnNames,
  givenOf,
  type Hashed,
  linkColumns,
  linkDefaults,
  typedColumns,
} from "./link-row";
import { announceDestination } from "./links-part";
import { lockSlugs, needsSlugLock } from "./locks";
import { accepted, type Outcome, slugTaken } from "./outcome";
import type { NewLink } from "./schema";
import { findTaken } from "./slug-names";
import { tagNewLinks } from "./tag-links";

/**
 * A link to insert. Only an import says when it was created, and how many clicks another shortener
 * counted.
 */
export type NewRow = Hashed<NewLink> & {
  channels?: readonly Channel[] | undefined;
  createdAt?: Date | undefined;
  updatedAt?: Date | undefined;
  importedClicks?: number | undefined;
};

interface InsertOptions {
  /** Undefined: a transaction of its own. */
  writer?: Writer | undefined;
  /** What the links store of who created them: see creatorOf. Undefined: nobody in particular. */
  createdBy?: string | undefined;
  makeSlug?: () => string;
  /** Whether previews of the destinations may be read. */
  announces?: boolean;
}

/** Of an inserted link, with the index of its row. */
type Inserted = { id: number; index: number };

/**
 * Creates links, with their tags, aliases and the channels where they will be shared. A row whose
 * slug or alias is taken is refused with `slug_taken`; of two rows with the same slug the second.
 * Slugs that are missing are generated until they are free.
 */
export async function insertLinks(
  rows: readonly NewRow[],
  now: Date,
  options: InsertOptions = {},
): Promise<Outcome<Link>[]> {
  const run = async (writer: Writer) =>
    insertAll(rows, await sharedTimeBefore(0, now, writer), writer, options);
  return options.writer ? run(options.writer) : inTransaction(run);
}

async function insertAll(
  rows: readonly NewRow[],
  now: Date,
  writer: Writer,
  { makeSlug = generateSlug, announces = true, createdBy }: InsertOptions,
): Promise<Outcome<Link>[]> {
  // Until the transaction ends no other one adds an alias, so a unique index decides about the
  // rest.
  await lockSlugs(writer, { isShared: !needsSlugLock(rows) });
  const ids = rows.map(({ channels }): Outcome<number> | null =>
    channels && uniqueChannels(channels).length > mostChannels ? tooManyChannels() : null,
  );
  for (;;) {
    const open = rows.flatMap((row, index) =>
      ids[index] === null
        ? [{ ...row, index, isGiven: row.slug !== undefined, slug: row.slug ?? makeSlug() }]
        : [],
    );
    if (open.length === 0) break;
    const taken = await findTaken(open, writer);
    const inserted = await insertRows(
      open.filter((_, position) => taken[position] === null),
      now,
      writer,
      createdBy,
    );
    const idByIndex = new Map(inserted.map(({ id, index }) => [index, id]));
    for (const [position, { index, slug, aliases = [], isGiven }] of open.entries()) {
      const name = taken[position] ?? slug;
      // A generated slug is replaced, but requested aliases are not.
      ids[index] =
        idByIndex.get(index) ?? (isGiven || aliases.includes(name) ? slugTaken(name) : null);
    }
  }
  const links = await readLinks(accepted(ids as Outcome<number>[]), writer);
  if (announces) for (const { id, url } of links.values()) announceDestination({ linkId: id, url });
  return ids.map((id, index) =>
    typeof id === "number"
      ? answerTo(rows[index] ?? {}, links.get(id) as Link)
      : (id as SluglineError),
  );
}

const columns = {
  ...linkColumns,
  createdAt: "timestamptz",
  updatedAt: "timestamptz",
  importedClicks: "bigint",
  createdBy: "text",
};

async function insertRows(
  rows: readonly (NewRow & { slug: string; index: number })[],
  now: Date,
  writer: Writer,
  createdBy?: string,
): Promise<Inserted[]> {
  if (rows.length === 0) return [];
  const values = rows.map(({ tags: _, aliases: __, channels: ___, ...row }) => ({
    ...linkDefaults,
    createdAt: now,
    updatedAt: now,
    ...givenOf(row),
    createdBy,
  }));
  const inserted = await writer.$queryRaw<Inserted[]>`
    WITH wanted AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS w(${typedColumns({ index: "int", ...columns })})),
    inserted AS (
      INSERT INTO "Link" (${columnNames(columns)}) SELECT ${columnNames(columns)} FROM wanted ORDER BY "index"
      ON CONFLICT ("slug") DO NOTHING RETURNING "id", "slug"
    ), counters AS (INSERT INTO "LinkCounter" ("linkId") SELECT "id" FROM inserted)
    SELECT i."id", w."index" FROM inserted i JOIN wanted w USING ("slug")`;
  const rowByIndex = new Map(rows.map((row) => [row.index, row]));
  const linked = inserted.map(({ id, index }) => ({
    id,
    tags: [],
    ...givenOf(rowByIndex.get(index) as NewRow),
  }));
  await tagNewLinks(linked, now, writer);
  await addAliases(linked, now, writer);
  const channels = linked.flatMap(({ id, channels: given }) =>
    given
      ? uniqueChannels(given).map((channel) => ({ ...channel, linkId: id, createdAt: now }))
      : [],
  );
  if (channels.length > 0) await writer.linkPlace.createMany({ data: channels });
  return inserted;
}
