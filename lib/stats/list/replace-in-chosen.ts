import { ruleFields } from "../../core/destination-rules";
import { refusedField } from "../../core/errors";
import { parseHost, type Replacement, replaceInAddresses } from "../../core/replace-in-address";
import { Prisma } from "../../database/generated/client";
import { inTransaction, type Writer } from "../../database/in-transaction";
import { leadsByRules, ruleAddresses } from "../../links/link-addresses";
import { linkNotFound } from "../../links/outcome";
import {
  type FoundLink,
  type ReplacementOutcome,
  type ReplaceOptions,
  replaceDestinations,
} from "../../links/replace-destinations";
import type { ChosenLinks } from "../../links/replace-schema";
import { mostBulkRows } from "../../links/schema";
import type { Edit } from "../../links/tag-links";
import { allOf, findTagMatch, hasTags, matches } from "./link-conditions";
import { findShortText } from "./short-texts";

const portion = 5_000;
const ruleColumns = Prisma.raw(ruleFields.map((name) => `l."${name}"`).join(", "));

/**
 * Replaces in the destinations of the chosen links. A slug that no link has is refused with
 * `not_found`. Throws `validation_failed` for more links than one request may change.
 */
export function replaceInChosen(
  chosen: ChosenLinks,
  replacement: Replacement,
  edit: Edit,
  { writer, ...options }: ReplaceOptions & { writer?: Writer | undefined },
): Promise<ReplacementOutcome> {
  const run = async (transaction: Writer) => {
    const [links, unknown] = [
      await findReplaceable(chosen, replacement, transaction),
      await findUnknown(chosen.slugs ?? [], transaction),
    ];
    const { id, results } = await replaceDestinations(links, replacement, edit, {
      ...options,
      writer: transaction,
    });
    const refused = unknown.map((slug) => ({ slug, changes: [], error: linkNotFound(slug) }));
    return { id, results: [...results, ...refused] };
  };
  return writer ? run(writer) : inTransaction(run);
}

async function findUnknown(slugs: readonly string[], reader: Writer): Promise<string[]> {
  if (slugs.length === 0) return [];
  const rows = await reader.link.findMany({
    where: { slug: { in: [...slugs] } },
    select: { slug: true },
  });
  const known = new Set(rows.map(({ slug }) => slug));
  return [...new Set(slugs)].filter((slug) => !known.has(slug));
}

/** By id. Only links that the replacement changes. */
async function findReplaceable(
  { slugs, tag, q }: ChosenLinks,
  replacement: Replacement,
  reader: Writer,
): Promise<FoundLink[]> {
  const where = allOf([
    slugs ? Prisma.sql`l."slug" = ANY(${slugs}::text[])` : null,
    hasTags(await findTagMatch(reader, tag === undefined ? [] : [tag])),
    q === undefined ? null : await matches(reader, q, await findShortText(reader, q)),
    mayHave(replacement),
  ]);
  const found: FoundLink[] = [];
  for (let after = 0; ; ) {
    const rows = await reader.$queryRaw<FoundLink[]>`
      SELECT l."id", l."slug", l."url", ${ruleColumns} FROM "Link" l
      WHERE l."id" > ${after} AND ${where} ORDER BY l."id" LIMIT ${portion}`;
    found.push(...rows.filter((row) => replaceInAddresses(row, replacement)));
    if (!slugs && found.length > mostBulkRows) throw tooMany(tag === undefined ? "q" : "tag");
    const last = rows.at(-1);
    if (!last || rows.length < portion) return found;
    after = last.id;
  }
}

function tooMany(path: string) {
  const most = mostBulkRows.toLocaleString("en");
  return refusedField(path, "selectsTooMany", { path, most });
}

/** Whether an address may have it: `replaceInAddresses` looks closer. */
function mayHave({ find, scope }: Replacement): Prisma.Sql | null {
  const inAddress = scope === "text" ? hasText(find) : hasHost(find);
  return (
    inAddress &&
    Prisma.sql`(${inAddress(Prisma.raw('l."url"'))}
      OR ${leadsByRules} AND EXISTS (SELECT FROM (${ruleAddresses}) r WHERE ${inAddress(Prisma.raw('r."url"'))}))`
  );
}

type Condition = (address: Prisma.Sql) => Prisma.Sql;

function hasText(text: string): Condition {
  return (address) => Prisma.sql`position(${text} IN ${address}) > 0`;
}

/** Null for IP addresses, which have many spellings. A name has others only beyond plain ASCII. */
function hasHost(text: string): Condition | null {
  const name = parseHost(text)?.name ?? "";
  if (/^\[|\d$/.test(name)) return null;
  return (address) =>
    Prisma.sql`(position(${name} IN lower(${address})) > 0 OR ${address} ~ '^[^/]*//[^/?#]*([^!-~]|%)')`;
}
