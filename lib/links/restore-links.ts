import { groupBy } from "../core/group-by";
import type { Writer } from "../database/in-transaction";
import { changeLinks } from "./change-links";
import { fieldSchemas } from "./field-schemas";
import type { Link } from "./link";
import { type Expectation, unchangedSince } from "./link-version";
import { linkSettings } from "./links-part";
import { checkEach, type Outcome, type SelectionOutcome, toSelection } from "./outcome";
import { type AddressChange, addressChecker, changeAddresses } from "./replace-destinations";
import type { LinkChanges } from "./schema";
import type { Edit } from "./tag-links";

/*
 * What changes of many links note of each, and how it is taken back. Links are found again by their
 * ids: slugs may have changed since.
 */

/** What several links can be changed to at once. */
export type SharedChanges = Pick<LinkChanges, "enabled" | "expiresAt">;

/** What a link had before a change, and after it. */
export interface SharedChange {
  id: number;
  slug: string;
  from: Partial<Pick<Link, "enabled" | "expiresAt">>;
  to: Partial<Pick<Link, "enabled" | "expiresAt">>;
}

/** Changes the same of links that are as expected. */
export async function changeShared(
  slugs: readonly string[],
  changes: SharedChanges,
  edit: Edit,
  { writer, isExpected }: { writer: Writer | undefined; isExpected: Expectation },
): Promise<SelectionOutcome<SharedChange>> {
  const before = new Map<number, Link>();
  const notice = (link: Link) => {
    before.set(link.id, link);
    return isExpected(link);
  };
  const rows = slugs.map((slug) => ({ slug, changes }));
  const outcomes = await changeLinks(rows, edit, { writer, isExpected: notice });
  const pick = (link: Link | undefined) =>
    Object.fromEntries(
      (["enabled", "expiresAt"] as const).flatMap((name) =>
        name in changes ? [[name, link?.[name]]] : [],
      ),
    );
  const noted = checkEach(outcomes, (link) => ({
    ...{ id: link.id, slug: link.slug },
    ...{ from: pick(before.get(link.id)), to: pick(link) },
  }));
  return toSelection(slugs, noted);
}

export async function restoreShared(
  noted: readonly SharedChange[],
  edit: Edit,
  writer: Writer,
): Promise<SelectionOutcome<string>> {
  const { enabled, expiresAt } = fieldSchemas(linkSettings().destinationRules());
  const rows = await withSlugs(noted, writer);
  const expected = new Map(noted.map(({ id, from, to }) => [id, unchangedSince(to, from)]));
  const changed = rows.map(({ slug, from }) => ({
    slug,
    changes: {
      ...("enabled" in from && { enabled: enabled.parse(from.enabled) }),
      ...("expiresAt" in from && { expiresAt: expiresAt.parse(from.expiresAt) }),
    },
  }));
  const isExpected = (link: Link) => expected.get(link.id)?.(link) ?? false;
  return slugsOf(rows, await changeLinks(changed, edit, { writer, isExpected }));
}

/** Gives links the addresses back that a replacement replaced. */
export async function restoreAddresses(
  noted: readonly AddressChange[],
  edit: Edit,
  writer: Writer,
): Promise<SelectionOutcome<string>> {
  const rows = await withSlugs(noted, writer);
  const check = addressChecker();
  const changed = checkEach(rows, ({ slug, from }) => ({ slug, changes: check(from) }));
  const before = new Map(rows.map(({ slug, to }) => [slug, to]));
  return slugsOf(rows, await changeAddresses(changed, before, edit, writer));
}

interface Edited<T> {
  id: number;
  slug: string;
  add: T[];
  remove: T[];
}

/** Without the links that had nothing to add or to remove. */
export function onlyEdited<T extends Edited<unknown>>({
  done,
  failed,
}: SelectionOutcome<T>): SelectionOutcome<T> {
  return { done: done.filter(({ add, remove }) => add.length + remove.length > 0), failed };
}

/** Adds what was removed from each link, and removes what was added. */
export async function restoreEdited<T>(
  edited: readonly Edited<T>[],
  writer: Writer,
  edit: (
    slugs: string[],
    edit: Pick<Edited<T>, "add" | "remove">,
  ) => Promise<Outcome<{ slug: string }>[]>,
): Promise<SelectionOutcome<string>> {
  const all: SelectionOutcome<string> = { done: [], failed: [] };
  const rows = await withSlugs(edited, writer);
  for (const [same, group] of groupBy(rows, ({ add, remove }) =>
    JSON.stringify({ add: remove, remove: add }),
  )) {
    const { done, failed } = slugsOf(
      group,
      await edit(
        group.map(({ slug }) => slug),
        JSON.parse(same),
      ),
    );
    all.done.push(...done);
    all.failed.push(...failed);
  }
  return all;
}

function slugsOf(
  rows: readonly { slug: string }[],
  outcomes: readonly Outcome<{ slug: string }>[],
): SelectionOutcome<string> {
  return toSelection(
    rows.map(({ slug }) => slug),
    checkEach(outcomes, ({ slug }) => slug),
  );
}

/** With the slug that each link has now; of one that is gone the one that it had. */
async function withSlugs<T extends { id: number; slug?: string }>(
  rows: readonly T[],
  writer: Writer,
): Promise<(T & { slug: string })[]> {
  const links = await writer.link.findMany({
    where: { id: { in: rows.map(({ id }) => id) } },
    select: { id: true, slug: true },
  });
  const slugs = new Map(links.map(({ id, slug }) => [id, slug]));
  return rows.map((row) => ({ ...row, slug: slugs.get(row.id) ?? row.slug ?? "" }));
}
