import { isSluglineError } from "../core/errors";
import { isSlug } from "../core/slug";
import { database } from "../database/client";
import { Prisma } from "../database/generated/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import { type AliasPlan, applyAliases, planAliases, removeAliases } from "./aliases";
import { readLinks, readLinksBySlug } from "./get-link";
import { answerTo, type Link } from "./link";
import { givenOf, type Hashed, linkColumns } from "./link-row";
import { changedMeanwhile, type Expectation } from "./link-version";
import { announceDestination } from "./links-part";
import { changedAfter } from "./list-edits";
import { lockLinks, lockSlugs, markBusy, timeOfEdit, withSlugs } from "./locks";
import { accepted, checkEach, forAccepted, linkNotFound, type Outcome } from "./outcome";
import { contradictionIn, type LinkChanges } from "./schema";
import { type Edit, replaceTags } from "./tag-links";

/** What to change of the link with this slug. */
export interface LinkChange {
  slug: string;
  changes: Hashed<LinkChanges>;
}

/** Of a link that exists. */
type Change = LinkChange & { id: number };

interface ChangeOptions {
  /** Undefined: a transaction of its own. */
  writer?: Writer | undefined;
  isExpected?: Expectation | undefined;
  /** When what this undoes was changed: later changes of the same fields refuse it. */
  undoes?: Date | undefined;
}

/**
 * Changes links. Several rows for one link add to each other. A row without changes leaves its link
 * as it is, `updatedAt` included; a link that gets the slug of one of its aliases loses that alias.
 * Refuses rows with `not_found`, `slug_taken`, `validation_failed` if the link would start after
 * its end or its aliases are too many, and `precondition_failed` if it is not as expected.
 */
export async function changeLinks(
  rows: readonly LinkChange[],
  edit: Edit,
  { writer, ...demands }: ChangeOptions = {},
): Promise<Outcome<Link>[]> {
  // Nothing to write, so nothing to lock, and a database that is read-only answers too.
  if (!demands.isExpected && !rows.some(({ changes }) => hasChanges(changes)))
    return readUnchanged(rows, writer ?? database());
  const run = (transaction: Writer) => changeAll(rows, edit, demands, transaction);
  if (writer) return run(writer);
  await prepareSlugChanges(rows);
  return inTransaction(run);
}

/** Before the transaction, which also deletes the links `gone`: see `markBusy`. */
export async function prepareSlugChanges(
  rows: readonly LinkChange[],
  gone: readonly string[] = [],
): Promise<void> {
  if (gone.length > 0 || (await changesSlugs(rows, database())))
    await markBusy(withSlugs([...rows.map(({ slug }) => slug), ...gone]));
}

function hasChanges({ keepOldSlug: _, ...changes }: LinkChange["changes"]): boolean {
  return Object.keys(givenOf(changes)).length > 0;
}

async function readUnchanged(
  rows: readonly LinkChange[],
  reader: Writer,
): Promise<Outcome<Link>[]> {
  const links = await readLinksBySlug(
    rows.map(({ slug }) => slug),
    reader,
  );
  return checkEach(rows, ({ slug, changes }) => {
    const link = links.get(slug);
    return link ? answerTo(changes, link) : linkNotFound(slug);
  });
}

async function changeAll(
  rows: readonly LinkChange[],
  edit: Edit,
  { isExpected, undoes }: Omit<ChangeOptions, "writer">,
  writer: Writer,
): Promise<Outcome<Link>[]> {
  const againstClicks = await changesSlugs(rows, writer);
  if (againstClicks) await lockSlugs(writer);
  const ids = await lockLinks(
    rows.map(({ slug }) => slug),
    writer,
    { againstClicks },
  );
  const found = rows.map((row): Outcome<Change> => {
    const id = ids.get(row.slug);
    return id === undefined ? linkNotFound(row.slug) : { ...row, id };
  });
  const now = await timeOfEdit(ids.values(), edit.now, writer);
  const expected = isExpected ? await refuseUnexpected(found, isExpected, writer) : found;
  const current = undoes ? await refuseOvertaken(expected, undoes, writer) : expected;
  return forAccepted(await refuseContradictions(current, writer), (changes) =>
    applyChanges(changes, { ...edit, now }, writer),
  );
}

/** Refuses rows whose links, which the transaction has locked, are not as expected. */
export async function refuseUnexpected<T extends { slug: string }>(
  rows: readonly Outcome<T>[],
  isExpected: Expectation,
  writer: Writer,
): Promise<Outcome<T>[]> {
  const links = await readLinksBySlug(
    accepted(rows).map(({ slug }) => slug),
    writer,
  );
  return checkEach(rows, (row) => {
    const link = links.get(row.slug);
    if (!link) return linkNotFound(row.slug);
    return isExpected(link) ? row : changedMeanwhile(row.slug);
  });
}

/** Refuses rows whose links were changed in the same fields after `at`. */
async function refuseOvertaken(
  rows: readonly Outcome<Change>[],
  at: Date,
  writer: Writer,
): Promise<Outcome<Change>[]> {
  const given = accepted(rows);
  const fields = given.flatMap(({ changes }) => Object.keys(givenOf(changes)));
  const ids = given.map(({ id }) => id);
  const overtaken = await changedAfter(at, ids, fields, writer);
  return checkEach(rows, (row) => (overtaken.has(row.id) ? changedMeanwhile(row.slug) : row));
}

/**
 * Whether slugs change. Clients that send a link back as they read it must not lock all slugs, nor
 * the link against clicks. Aliases that somebody else changes meanwhile may end in a deadlock,
 * which `inTransaction` repeats.
 */
export async function changesSlugs(
  rows: readonly LinkChange[],
  reader: Pick<Writer, "alias">,
): Promise<boolean> {
  const possible = rows.filter(({ slug }) => isSlug(slug));
  if (possible.some(isRename)) return true;
  const named = possible.filter(({ changes }) => changes.aliases !== undefined);
  if (named.length === 0) return false;
  const has = await reader.alias.findMany({
    where: { link: { slug: { in: named.map(({ slug }) => slug) } } },
    select: { slug: true, link: { select: { slug: true } } },
  });
  return named.some(({ slug, changes: { aliases = [] } }) => {
    const before = has.filter((alias) => alias.link.slug === slug).map((alias) => alias.slug);
    return before.length !== aliases.length || before.some((alias) => !aliases.includes(alias));
  });
}

function isRename({ slug, changes }: LinkChange): boolean {
  return changes.slug !== undefined && changes.slug !== slug;
}

/**
 * Refuses rows after which a link would start after its end. Each row adds to those before it for
 * the same link.
 */
async function refuseContradictions(
  rows: readonly Outcome<Change>[],
  writer: Writer,
): Promise<Outcome<Change>[]> {
  const dated = accepted(rows).filter(({ changes }) => changes.startsAt || changes.expiresAt);
  if (dated.length === 0) return [...rows];
  const links = await writer.link.findMany({
    where: { id: { in: dated.map(({ id }) => id) } },
    select: { id: true, startsAt: true, expiresAt: true },
  });
  const dates = new Map(links.map((link) => [link.id, link]));
  return checkEach(rows, (row) => {
    const before = dates.get(row.id);
    if (!before) return row;
    const { startsAt, expiresAt } = row.changes;
    const after = { ...before, ...givenOf({ startsAt, expiresAt }) };
    const contradiction = startsAt || expiresAt ? contradictionIn(after) : null;
    if (contradiction) return contradiction;
    dates.set(row.id, after);
    return row;
  });
}

/** Changes links that are locked. Refuses those whose new slug or alias is taken. */
async function applyChanges(
  rows: readonly Change[],
  edit: Edit,
  writer: Writer,
): Promise<Outcome<Link>[]> {
  const plans = await aliasPlans(rows, writer);
  const changes = rows.map((row): Outcome<Change> => {
    const plan = plans.get(row);
    return isSluglineError(plan) ? plan : row;
  });
  // Of several rows for a link the last says which aliases it gets.
  const last = [
    ...new Map(accepted([...plans.values()]).map((plan) => [plan.linkId, plan])).values(),
  ];
  await removeAliases(last, writer);
  await updateRows(accepted(changes), edit, writer);
  await applyAliases(last, edit, writer);
  const links = await readLinks(
    accepted(changes).map(({ id }) => id),
    writer,
  );
  return checkEach(changes, (row) => answerTo(row.changes, links.get(row.id) as Link));
}

/** For each row that names slugs what becomes of its link's aliases, or why it is refused. */
async function aliasPlans(
  rows: readonly Change[],
  writer: Writer,
): Promise<Map<Change, Outcome<AliasPlan>>> {
  const named = rows.filter((row) => isRename(row) || row.changes.aliases !== undefined);
  if (named.length === 0) return new Map();
  const planned = await planAliases(
    named.map(({ slug, changes }) => ({
      slug,
      newSlug: changes.slug,
      aliases: changes.aliases ?? null,
      keepsOldSlug: changes.keepOldSlug ?? false,
    })),
    writer,
  );
  return new Map(named.map((row, index) => [row, planned[index] ?? linkNotFound(row.slug)]));
}

async function updateRows(rows: readonly Change[], edit: Edit, writer: Writer): Promise<void> {
  const byId = new Map<number, Hashed<LinkChanges>>();
  for (const { id, changes } of rows) byId.set(id, { ...byId.get(id), ...givenOf(changes) });
  const changed = [...byId].filter(([, changes]) => hasChanges(changes));
  if (changed.length === 0) return;
  const values = changed.map(([id, { tags: _, aliases: __, keepOldSlug: ___, ...given }]) => ({
    id,
    given,
  }));
  // A trigger of a column fires if the column is named, even with the value that it has.
  const named = Object.entries(linkColumns).filter(([name]) =>
    name === "slug" ? rows.some(isRename) : values.some(({ given }) => Object.hasOwn(given, name)),
  );
  await writer.$executeRaw`
    UPDATE "Link" l SET ${Prisma.join([
      ...named.map(setIfGiven),
      Prisma.sql`"updatedAt" = ${edit.now}::timestamptz`,
      Prisma.sql`"editedBy" = ${edit.by ?? null}::text`,
    ])}
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS v("id" int, "given" jsonb) WHERE l."id" = v."id"`;
  for (const [linkId, { url }] of changed)
    if (url !== undefined) announceDestination({ linkId, url });
  await replaceTags(
    new Map(changed.flatMap(([id, { tags }]): [number, string[]][] => (tags ? [[id, tags]] : []))),
    edit,
    writer,
  );
}

/** A null that is given differs from a value that is not. */
function setIfGiven([name, type]: [name: string, type: string]): Prisma.Sql {
  return Prisma.raw(
    `"${name}" = CASE WHEN v."given" -> '${name}' IS NULL THEN l."${name}" ELSE CAST(v."given" ->> '${name}' AS ${type}) END`,
  );
}
