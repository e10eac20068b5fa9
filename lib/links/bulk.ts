import type { OwnAddress } from "../core/destination";
import { isSluglineError, refusedField, SluglineError, validate } from "../core/errors";
import { inTransaction, type Writer } from "../database/in-transaction";
import { changeLinks, changesSlugs, type LinkChange, prepareSlugChanges } from "./change-links";
import { deleteLinks } from "./delete-links";
import { creatorOf } from "./editor";
import { slugSchema } from "./field-schemas";
import { readLinks } from "./get-link";
import { insertLinks } from "./insert-links";
import { answerTo, type Link } from "./link";
import type { Hashed } from "./link-row";
import { lockLinks, lockSlugs, needsSlugLock } from "./locks";
import { accepted, checkEach, forAccepted, type Outcome } from "./outcome";
import { type BulkRequest, linkUpdateSchema, type NewLink, newLinkSchema } from "./schema";
import type { Edit } from "./tag-links";

/** What became of each row of a request. A deleted link is null. */
export interface BulkOutcome {
  create: Outcome<Link>[];
  update: Outcome<Link>[];
  delete: Outcome<null>[];
}

/** Thrown if all rows were to succeed and one did not. Nothing is changed. */
export class BulkRefusal extends Error {
  override readonly name = "BulkRefusal";

  constructor(readonly outcome: BulkOutcome) {
    super("a row of an atomic bulk request was refused");
  }
}

/** The rows of a request, each checked for itself, with the fields that it named. */
interface PreparedBulk {
  create: Outcome<Hashed<NewLink>>[];
  update: Outcome<LinkChange>[];
  delete: Outcome<string>[];
}

type Hash = <T extends { password?: string | null | undefined }>(row: T) => Promise<Hashed<T>>;

/**
 * Checks the rows and hashes their passwords, which takes longer than a transaction may. What
 * `hash` throws refuses the whole request.
 */
export async function prepareBulk(
  wanted: BulkRequest,
  own: OwnAddress,
  hash: Hash,
): Promise<PreparedBulk> {
  const fewPasswords = limitPasswords();
  const [newLink, linkUpdate] = [newLinkSchema(own), linkUpdateSchema(own)];
  const links = checkEach(wanted.create, (row) => fewPasswords(validate(row, newLink, "row")));
  const updates = checkEach(wanted.update, (row) => fewPasswords(validate(row, linkUpdate, "row")));
  const changes = await hashEach(updates, hash);
  return {
    create: await hashEach(links, hash),
    update: checkEach(changes, ({ slug, ...given }) => ({ slug, changes: given })),
    delete: checkEach(wanted.delete, (row) => validate(row, slugSchema, "row")),
  };
}

/**
 * Creates, then changes, then deletes links in one transaction. A refused row does not affect the
 * others, unless `isAtomic`: then a `BulkRefusal` is thrown.
 */
export async function applyBulk(
  wanted: PreparedBulk,
  isAtomic: boolean,
  edit: Edit,
  writer?: Writer,
): Promise<BulkOutcome> {
  const run = async (transaction: Writer) => {
    await lockAll(wanted, transaction);
    const created = await forAccepted(wanted.create, (rows) =>
      insertLinks(rows, edit.now, {
        writer: transaction,
        createdBy: edit.by && creatorOf(edit.by),
      }),
    );
    const update = await forAccepted(wanted.update, (rows) =>
      changeLinks(rows, edit, { writer: transaction }),
    );
    // Before the deletions, which may be of new links too.
    const create =
      update.length > 0 ? await readAgain(created, wanted.create, transaction) : created;
    const deleted = await forAccepted(wanted.delete, (slugs) =>
      deleteLinks(slugs, { writer: transaction }),
    );
    const outcome = { create, update, delete: deleted };
    if (isAtomic && rowsOf(outcome).some(isSluglineError))
      throw new BulkRefusal(withoutEffects(outcome));
    return outcome;
  };
  if (writer) return run(writer);
  await prepareSlugChanges(accepted(wanted.update), accepted(wanted.delete));
  return inTransaction(run);
}

/** New links as later rows left them. */
async function readAgain(
  created: readonly Outcome<Link>[],
  wanted: PreparedBulk["create"],
  writer: Writer,
): Promise<Outcome<Link>[]> {
  const links = await readLinks(
    accepted(created).map(({ id }) => id),
    writer,
  );
  return created.map((link, index) => {
    const asked = wanted[index];
    return isSluglineError(link) || isSluglineError(asked)
      ? link
      : answerTo(asked ?? {}, links.get(link.id) ?? link);
  });
}

/**
 * Takes the locks of all three steps in one order, the strongest first, so that none waits for
 * another request in a circle.
 */
async function lockAll(
  { create, update, delete: slugs }: PreparedBulk,
  writer: Writer,
): Promise<void> {
  const [links, changes] = [accepted(create), accepted(update)];
  const changesAny = await changesSlugs(changes, writer);
  const isExclusive = needsSlugLock(links) || changesAny;
  if (isExclusive || links.length > 0) await lockSlugs(writer, { isShared: !isExclusive });
  await lockLinks([...changes.map(({ slug }) => slug), ...accepted(slugs)], writer, {
    againstClicks: slugs.length > 0 || changesAny,
  });
}

export function rowsOf(outcome: BulkOutcome): Outcome<Link | null>[] {
  return [...outcome.create, ...outcome.update, ...outcome.delete];
}

function withoutEffects(outcome: BulkOutcome): BulkOutcome {
  const notAttempted = new SluglineError("not_attempted", "otherRowRefused");
  const undone = (rows: Outcome<unknown>[]) =>
    rows.map((row) => (isSluglineError(row) ? row : notAttempted));
  return {
    create: undone(outcome.create),
    update: undone(outcome.update),
    delete: undone(outcome.delete),
  };
}

/** Each takes a core for about 50 ms, and a request that sets many would keep others waiting. */
const mostPasswords = 10;

function limitPasswords() {
  let count = 0;
  return <T extends { password?: string | null | undefined }>(row: T): T => {
    if (typeof row.password === "string" && ++count > mostPasswords) {
      throw refusedField("password", "passwordsOfRows", { most: mostPasswords });
    }
    return row;
  };
}

/** One password after another, so that a request takes one core. */
async function hashEach<T extends { password?: string | null | undefined }>(
  rows: readonly Outcome<T>[],
  hash: Hash,
): Promise<Outcome<Hashed<T>>[]> {
  const hashed: Outcome<Hashed<T>>[] = [];
  for (const row of rows) hashed.push(isSluglineError(row) ? row : await hash(row));
  return hashed;
}
