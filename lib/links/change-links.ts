import { destinationRules } from "../config/site-settings";
import { isSluglineError, refusedField, SluglineError } from "../core/errors";
import { validate } from "../core/validate";
import { inTransaction, type Writer } from "../database/in-transaction";
import { type AliasPlan, applyAliases, planAliases, removeAliases } from "./aliases";
import { createLinks } from "./create-links";
import { deleteRows } from "./delete-link";
import { readLinks } from "./get-link";
import { givenOf, type Hashed } from "./given-fields";
import { answerTo, type Link } from "./link";
import { contradictionIn, linkNotFound } from "./link-errors";
import { type BulkRequest, linkUpdateSchema, type NewLink, newLinkSchema, slugSchema } from "./schema";
import { lockSlugs, needsSlugLock } from "./slug-names";
import type { Edit } from "./tag-links";
import { type LinkUpdate, updateLinks } from "./update-links";

/** What became of a row. A deleted link is null. */
export type RowOutcome = Link | null | SluglineError;

export interface BulkOutcome {
  create: RowOutcome[];
  update: RowOutcome[];
  delete: RowOutcome[];
}

/** Thrown if all rows were to succeed and one did not. Nothing is changed. */
export class BulkRefusal extends Error {
  override readonly name = "BulkRefusal";

  constructor(readonly outcome: BulkOutcome) {
    super("a row of an atomic bulk request was refused");
  }
}

type Checked<T> = Hashed<T> | SluglineError;

/** The rows of a request, each checked for itself, with the fields that it named. */
export interface PreparedChanges {
  create: Checked<NewLink>[];
  update: Checked<LinkUpdate>[];
  delete: (string | SluglineError)[];
}

type Hash = <T extends { password?: string | null | undefined }>(row: T) => Promise<Hashed<T>>;

/** Checks the rows and hashes their passwords, which takes longer than a transaction may. What `hash` throws refuses the whole request. */
export async function prepareChanges(wanted: BulkRequest, hash: Hash): Promise<PreparedChanges> {
  const fewPasswords = limitPasswords();
  const [newLink, linkUpdate] = [newLinkSchema(destinationRules()), linkUpdateSchema(destinationRules())];
  const links = wanted.create.map(orRefusal((row) => fewPasswords(validate(row, newLink, "row"))));
  const updates = wanted.update.map(orRefusal((row): LinkUpdate => fewPasswords(validate(row, linkUpdate, "row"))));
  return { create: await hashEach(links, hash), update: await hashEach(updates, hash), delete: wanted.delete.map(orRefusal(toSlug)) };
}

/**
 * Creates, then updates, then deletes links in one transaction. A refused row does not affect the others, unless `isAtomic`:
 * then a `BulkRefusal` is thrown. History of deleted links is removed by housekeeping.
 */
export async function changeLinks(wanted: PreparedChanges, isAtomic: boolean, edit: Edit, writer?: Writer): Promise<BulkOutcome> {
  const run = async (transaction: Writer) => {
    const outcome = await applyAll(wanted, edit, transaction);
    if (isAtomic && rowsOf(outcome).some(isRefused)) throw new BulkRefusal(withoutEffects(outcome));
    return outcome;
  };
  return writer ? run(writer) : inTransaction(run);
}

export function rowsOf(outcome: BulkOutcome): RowOutcome[] {
  return [...outcome.create, ...outcome.update, ...outcome.delete];
}

export function isRefused(row: RowOutcome): row is SluglineError {
  return isSluglineError(row);
}

function withoutEffects(outcome: BulkOutcome): BulkOutcome {
  const notAttempted = new SluglineError("not_attempted", "Nothing was changed, because another row was refused.");
  const undone = (rows: RowOutcome[]) => rows.map((row) => (isRefused(row) ? row : notAttempted));
  return { create: undone(outcome.create), update: undone(outcome.update), delete: undone(outcome.delete) };
}

async function applyAll({ create: links, update: updates, delete: slugs }: PreparedChanges, edit: Edit, writer: Writer): Promise<BulkOutcome> {
  if (needsSlugLock([...accepted(links), ...accepted(updates)])) await lockSlugs(writer);
  else if (accepted(links).length > 0) await lockSlugs(writer, { isShared: true });
  await lockLinks([...accepted(updates).map(({ slug }) => slug), ...accepted(slugs)], writer);
  const created = await forAccepted(links, (rows) => createLinks(rows, edit.now, writer));
  const updated = await forAccepted(await withoutTakenAliases(await withoutContradictions(updates, writer), edit, writer), async (rows) => {
    const ids = await updateLinks(rows, edit, writer);
    return rows.map(({ slug }) => ids.get(slug) ?? linkNotFound(slug));
  });
  const stored = await readLinks(accepted([...created, ...updated]), writer);
  const linksOf = (rows: readonly (number | SluglineError)[], asked: readonly object[]) =>
    rows.map((row, index) => (typeof row === "number" ? answerTo(asked[index] ?? {}, stored.get(row) as Link) : row));
  const deleted = await forAccepted(slugs, async (rows) => {
    const gone = new Set((await deleteRows(rows, writer)).map(({ slug }) => slug));
    // Of two rows with one slug the first deletes it.
    return rows.map((slug) => (gone.delete(slug) ? null : linkNotFound(slug)));
  });
  return { create: linksOf(created, links), update: linksOf(updated, updates), delete: deleted };
}

/** Each takes a core for about 50 ms, and a request that sets many would keep others waiting. */
const mostPasswords = 10;

function limitPasswords() {
  let count = 0;
  return <T extends { password?: string | null | undefined }>(row: T): T => {
    if (typeof row.password === "string" && ++count > mostPasswords) {
      throw refusedField("password", `password can be set by ${mostPasswords} rows of a request: send the others in another one.`);
    }
    return row;
  };
}

/** One password after another, so that a request takes one core. */
async function hashEach<T extends { password?: string | null | undefined }>(rows: readonly (T | SluglineError)[], hash: Hash): Promise<Checked<T>[]> {
  const hashed: Checked<T>[] = [];
  for (const row of rows) hashed.push(isSluglineError(row) ? row : await hash(row));
  return hashed;
}

/**
 * Locks links in the order of their ids, before anything else is written. A request for one link that comes later then waits
 * here, not behind something that this transaction needs. Does not block clicks.
 */
async function lockLinks(slugs: string[], writer: Writer): Promise<void> {
  if (slugs.length > 0) await writer.$executeRaw`SELECT "id" FROM "Link" WHERE "slug" = ANY(${slugs}::text[]) ORDER BY "id" FOR NO KEY UPDATE`;
}

/** Refuses rows after which a link would start after its end. Each row adds to those before it for the same link. */
async function withoutContradictions(rows: readonly Checked<LinkUpdate>[], writer: Writer): Promise<Checked<LinkUpdate>[]> {
  const slugs = accepted(rows).flatMap(({ slug, startsAt, expiresAt }) => (startsAt || expiresAt ? [slug] : []));
  if (slugs.length === 0) return [...rows];
  const links = await writer.link.findMany({ where: { slug: { in: slugs } }, select: { slug: true, startsAt: true, expiresAt: true } });
  const dates = new Map(links.map((link) => [link.slug, link]));
  return rows.map((row) => {
    const before = isSluglineError(row) ? undefined : dates.get(row.slug);
    if (isSluglineError(row) || !before) return row;
    const { startsAt, expiresAt } = row;
    const after = { ...before, ...givenOf({ startsAt, expiresAt }) };
    const contradiction = startsAt || expiresAt ? contradictionIn(after) : null;
    dates.set(row.slug, contradiction ? before : after);
    return contradiction ?? row;
  });
}

/** Gives the links of these rows their aliases. Refuses rows whose aliases are taken. */
async function withoutTakenAliases(rows: readonly Checked<LinkUpdate>[], edit: Edit, writer: Writer): Promise<Checked<LinkUpdate>[]> {
  const wanted = accepted(rows).flatMap((row) => (row.aliases ? [{ row, slug: row.slug, aliases: row.aliases }] : []));
  if (wanted.length === 0) return [...rows];
  const planned = await planAliases(wanted, writer);
  const plans = planned.filter((plan): plan is AliasPlan => plan !== null && !isSluglineError(plan));
  // Of several rows for a link the last counts.
  const last = [...new Map(plans.map((plan) => [plan.linkId, plan])).values()];
  await removeAliases(last, writer);
  await applyAliases(last, edit, writer);
  const refusals = new Map(wanted.map(({ row }, index) => [row, planned[index]]));
  return rows.map((row) => {
    const plan = isSluglineError(row) ? null : refusals.get(row);
    return isSluglineError(plan) ? plan : row;
  });
}

function orRefusal<T>(accept: (row: unknown) => T): (row: unknown) => T | SluglineError {
  return (row) => {
    try {
      return accept(row);
    } catch (error) {
      if (isSluglineError(error)) return error;
      throw error;
    }
  };
}

function accepted<T>(rows: readonly (T | SluglineError)[]): T[] {
  return rows.filter((row) => !isSluglineError(row)) as T[];
}

/** What `work` returns for the accepted rows, and the refusals, in the order of the rows. */
async function forAccepted<T, R>(rows: readonly (T | SluglineError)[], work: (rows: T[]) => Promise<R[]>): Promise<(R | SluglineError)[]> {
  const given = accepted(rows);
  const results = given.length > 0 ? await work(given) : [];
  let next = 0;
  return rows.map((row) => (isSluglineError(row) ? row : (results[next++] as R)));
}

function toSlug(row: unknown): string {
  const parsed = slugSchema.safeParse(row);
  if (parsed.success) return parsed.data;
  throw new SluglineError("validation_failed", `A row of delete ${parsed.error.issues[0]?.message}.`, [
    { path: "", code: "invalid_format", message: parsed.error.issues[0]?.message ?? "" },
  ]);
}
