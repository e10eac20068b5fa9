import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { SluglineError } from "../core/errors";
import { validate } from "../core/validate";
import { slugTaken } from "../links/link-errors";
import { suggestSlugs } from "../links/suggest-slugs";
import { type ImportedLink, importedLinkSchema } from "./imported-link";
import type { LinkRow } from "./read-link-rows";
import type { ImportSource } from "./sources";
import { endImport, findDestinations, startImport, storeLinks } from "./store-links";

/** What became of a row; in a dry run, what would. `skipped`: the same link exists. */
export interface RowResult {
  row: number;
  status: "created" | "skipped" | "refused";
  /** As written in the file, truncated to fit a line; of a created link its own. */
  slug: string;
  message?: string;
  /** A slug that is possible here and free. */
  suggestion?: string;
}

export interface ImportReport {
  rows: number;
  created: number;
  skipped: number;
  refused: number;
  /** The refused rows since the last report, in file order; at most 500 in all reports together. */
  problems: RowResult[];
  /** All rows since the last report. */
  results: RowResult[];
}

export interface ImportOptions {
  id?: string;
  source?: ImportSource;
}

const batchSize = 500;
const checkedAtOnce = 50;
const mostProblems = 500;

/**
 * Creates the links of a file, each by the rules of the API. An invalid row is reported, without affecting the others.
 * With `dryRun` nothing is written. Yields the progress after each batch.
 */
export async function* importLinks(
  rows: AsyncIterable<LinkRow>,
  dryRun: boolean,
  now: Date,
  { id = randomUUID(), source = "csv" }: ImportOptions = {},
): AsyncGenerator<ImportReport> {
  const counts = { rows: 0, created: 0, skipped: 0, refused: 0 };
  const batches = new Batches(dryRun ? null : id, now);
  if (!dryRun) await startImport(id, source, now);
  try {
    for await (const batch of inBatches(rows)) {
      const results = await batches.take(batch);
      const refused = results.filter(({ status }) => status === "refused");
      const problems = refused.slice(0, Math.max(0, mostProblems - counts.refused));
      for (const { status } of results) counts[status]++;
      counts.rows += batch.length;
      yield { ...counts, problems, results };
    }
    if (counts.rows === 0) yield { ...counts, problems: [], results: [] };
  } finally {
    if (!dryRun && counts.created === 0) await endImport(id).catch(() => {});
  }
}

type Checked = LinkRow & { link?: ImportedLink; refusal?: SluglineError };

class Batches {
  /** Destinations of the slugs that this file has used. */
  private readonly used = new Map<string, string>();
  private readonly suggested = new Set<string>();
  private readonly schema = importedLinkSchema();
  /** Only the first batch is announced: all of a large import would flood the queue of previews. */
  private isFirst = true;

  constructor(
    /** Null: writes nothing. */
    private readonly importId: string | null,
    private readonly now: Date,
  ) {}

  async take(batch: readonly LinkRow[]): Promise<RowResult[]> {
    const rows: Checked[] = [];
    for (const row of batch) {
      rows.push(this.check(row));
      // Checking never awaits I/O. Without this, a file full of invalid rows would block all other requests.
      if (rows.length % checkedAtOnce === 0) await nextTurn();
    }
    const again = new Set(rows.filter(({ link }) => link && this.isUsed(link)));
    const fresh = rows.filter((row): row is Checked & { link: ImportedLink } => row.link !== undefined && !again.has(row));
    const links = fresh.map(({ link }) => link);
    const stored = this.importId === null ? [] : await storeLinks(this.importId, links, this.now, this.isFirst);
    this.isFirst = false;
    const createdAs = new Map(fresh.map((row, index) => [row as Checked, stored[index]]));
    const missed = fresh.filter((row) => createdAs.get(row) === undefined);
    const existing = await findDestinations([...missed, ...again].flatMap(({ link }) => link?.slug ?? []));
    const results = rows.map((row) => {
      const slug = createdAs.get(row);
      if (slug !== undefined) return { row: row.row, status: "created" as const, slug };
      const wanted = row.link?.slug ?? "";
      return this.outcome(row, existing.get(wanted) ?? (again.has(row) ? this.used.get(wanted) : undefined));
    });
    return this.withSuggestions(rows, results);
  }

  private check(row: LinkRow): Checked {
    try {
      if (row.problem !== undefined) throw new SluglineError("validation_failed", row.problem);
      return { ...row, link: validate(row.value, this.schema, "row") };
    } catch (error) {
      if (!(error instanceof SluglineError)) throw error;
      return { ...row, refusal: error };
    }
  }

  /** Whether an earlier row has the same slug. */
  private isUsed({ slug, url }: ImportedLink): boolean {
    if (slug === undefined) return false;
    const isUsed = this.used.has(slug);
    if (!isUsed) this.used.set(slug, url);
    return isUsed;
  }

  /** `taken`: the destination of the link that has the slug. */
  private outcome({ row, value, link, refusal }: Checked, taken: string | undefined): RowResult {
    const slug = slugIn(value);
    if (refusal) return { row, status: "refused", slug, message: refusal.message };
    if (taken === undefined && this.importId === null) return { row, status: "created", slug };
    if (taken === link?.url) return { row, status: "skipped", slug, message: "The same link already exists." };
    return { row, status: "refused", slug, message: slugTaken(slug).message };
  }

  /** Suggests a slug for each row that is refused because of its slug. */
  private async withSuggestions(rows: readonly Checked[], results: RowResult[]): Promise<RowResult[]> {
    const offers = results.map((result, index) => {
      const { link, refusal, value } = rows[index] ?? {};
      const isSlugAtFault = result.status === "refused" && (link !== undefined || refusal?.problems.some(({ path }) => path === "slug"));
      return isSlugAtFault ? suggestSlugs({ slug: result.slug, url: textOf(value, "url"), title: textOf(value, "title") }, this.now) : [];
    });
    const taken = await findDestinations([...new Set(offers.flat())]);
    return results.map((result, index) => {
      const suggestion = offers[index]?.find((slug) => !taken.has(slug) && !this.used.has(slug) && !this.suggested.has(slug));
      if (suggestion === undefined) return result;
      this.suggested.add(suggestion);
      return { ...result, suggestion };
    });
  }
}

async function* inBatches(rows: AsyncIterable<LinkRow>): AsyncGenerator<LinkRow[]> {
  let batch: LinkRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function slugIn(value: unknown): string {
  return textOf(value, "slug").slice(0, 64);
}

function textOf(value: unknown, name: "slug" | "url" | "title"): string {
  const text = ((value ?? {}) as Record<string, unknown>)[name];
  return typeof text === "string" ? text.slice(0, 2_048) : "";
}
