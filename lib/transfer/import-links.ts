import { randomUUID } from "node:crypto";
import { cutText } from "../core/clean-text";
import { addressesOf } from "../core/destination-rules";
import {
  type FieldRefusal,
  isSluglineError,
  refusedFields,
  SluglineError,
  validate,
} from "../core/errors";
import { Turn } from "../core/turn";
import { withPlainAmpersands } from "../core/typed-destination";
import { database, sharedTimeBefore } from "../database/client";
import type { Writer } from "../database/in-transaction";
import { queueMessages } from "../database/queue-messages";
import { creatorOf, type Editor } from "../links/editor";
import { linkSettings } from "../links/links-part";
import { type Outcome, slugTaken } from "../links/outcome";
import { findOwners, slugKey } from "../links/slug-names";
import { suggestSlugs } from "../links/suggest-slugs";
import { inTurn, type Sentence, sentence } from "../texts/sentence";
import {
  endImport,
  findDestinations,
  type ImportedLink,
  importedLinkSchema,
  insertImported,
  startImport,
} from "./insert-imported";
import type { Cell, FileRow } from "./link-table";
import type { ImportSource } from "./sources";
import { isUnsure } from "./spreadsheet-times";
import { nextPortion } from "./uploads";

/** What became of a row; in a dry run, what would. `skipped`: the same link exists. */
interface RowResult {
  row: number;
  status: "created" | "skipped" | "refused";
  /** As written in the file, truncated to fit a line; of a created link its own. */
  slug: string;
  /** Why it was not created, or not as the other system had it. */
  message?: Sentence;
  /** What the message says of each field, for the dashboard. */
  errors?: readonly FieldRefusal[];
  /** A slug that is possible here and free. */
  suggestion?: string;
}

export interface ImportReport {
  rows: number;
  created: number;
  skipped: number;
  refused: number;
  /**
   * Of the created links, those that are disabled because the file does not describe them
   * completely; left out if there are none.
   */
  disabled?: number;
  /**
   * The rows since the last report that have a message, without those skipped, in file order; at
   * most 500 in all reports together.
   */
  problems: RowResult[];
  /** All rows since the last report. */
  results: RowResult[];
}

interface ImportOptions {
  id?: string;
  source?: ImportSource;
  by?: Editor;
  /** Of all imports of this thread. */
  turn?: Turn;
}

const batchSize = 500;
const checkedAtOnce = 50;
const mostProblems = 500;

/**
 * Creates the links of a file, each by the rules of the API. An invalid row is reported, without
 * affecting the others. With `dryRun` nothing is written. Yields the progress after each batch.
 */
export async function* importLinks(
  rows: AsyncIterable<FileRow>,
  dryRun: boolean,
  given: Date,
  { id = randomUUID(), source = "csv", by, turn = new Turn() }: ImportOptions = {},
): AsyncGenerator<ImportReport> {
  const now = await timeOf(given, dryRun);
  const counts = { rows: 0, created: 0, skipped: 0, refused: 0 };
  let disabled = 0;
  let shown = 0;
  const batches = new Batches(dryRun ? null : id, now, by && creatorOf(by, true), turn);
  if (!dryRun) await startImport(id, source, now, by ?? null);
  try {
    for await (const batch of inBatches(rows)) {
      const results = await batches.take(batch);
      const problems = results
        .filter(({ status, message }) => status !== "skipped" && message !== undefined)
        .slice(0, mostProblems - shown);
      shown += problems.length;
      for (const { status } of results) counts[status]++;
      counts.rows += batch.length;
      disabled += results.filter(
        ({ status }, index) => status === "created" && batch[index]?.disabled !== undefined,
      ).length;
      yield { ...counts, ...(disabled > 0 ? { disabled } : {}), problems, results };
    }
    if (counts.rows === 0) yield { ...counts, problems: [], results: [] };
  } finally {
    if (!dryRun && counts.created === 0) await endImport(id).catch(() => {});
    if (!dryRun && counts.created > 0)
      await queueMessages("import.finished", [{ data: { importId: id, source, ...counts } }], {
        once: false,
      }).catch(() => {});
  }
}

/** A dry run stores nothing that others would order. */
const timeOf = async (now: Date, dryRun: boolean) => (dryRun ? now : sharedTimeBefore(0, now));

/** What is probably not as it was meant, although it is imported as it stands in the file. */
function hintsAt({ createdAt, ...link }: ImportedLink, now: Date): Sentence[] {
  const addresses = addressesOf(link);
  return [
    ...(createdAt !== undefined && createdAt > now ? [sentence("importInFuture")] : []),
    ...(addresses.every((address) => withPlainAmpersands(address) === null)
      ? []
      : [sentence("importAmpersands")]),
  ];
}

/** The refusal with the column and the value of each field as they stand in the file. */
function namingCells(refusal: SluglineError, cellOf: FileRow["cellOf"]): SluglineError {
  const problems = refusal.problems.map((problem) => {
    const cell = cellOf?.(problem.path.replace(/\..*/, ""));
    return cell ? { ...problem, sentence: inCell(problem.sentence, cell) } : problem;
  });
  return !cellOf || problems.length === 0 ? refusal : refusedFields(problems, "row");
}

const mostShown = 60;

function inCell(given: Sentence, { column, value }: Cell): Sentence {
  const text = typeof value === "object" ? "..." : String(value);
  const shown = cutText(text, mostShown);
  const problem = isUnsure(text) ? sentence("dateOfTwoOrders") : given;
  const end = text.length > mostShown ? "..." : "";
  return sentence("valueInCell", { problem, column, value: shown + end });
}

type Checked = FileRow & { link?: ImportedLink; refusal?: SluglineError };

class Batches {
  /** Destinations of the slugs that this file has used. */
  private readonly used = new Map<string, string>();
  private readonly suggested = new Set<string>();
  private readonly claimed = new Set<string>();
  private readonly schema = importedLinkSchema(linkSettings().destinationRules());
  /** Only the first batch is announced: all of a large import would flood the queue of previews. */
  private isFirst = true;

  constructor(
    /** Null: writes nothing. */
    private readonly importId: string | null,
    private readonly now: Date,
    private readonly createdBy: string | undefined,
    private readonly turn: Turn,
  ) {}

  async take(batch: readonly FileRow[]): Promise<RowResult[]> {
    const rows: Checked[] = [];
    for (const row of batch) {
      rows.push(this.check(row));
      // Checking never awaits I/O. Without this, a file full of invalid rows would block all other
      // requests.
      if (rows.length % checkedAtOnce === 0) await nextPortion();
    }
    const again = new Set(rows.filter(({ link }) => link && this.isUsed(link)));
    const fresh = rows.filter(
      (row): row is Checked & { link: ImportedLink } => row.link !== undefined && !again.has(row),
    );
    const links = fresh.map(({ link }) => link);
    const report = async (stored: Outcome<{ slug: string }>[], reader: () => Writer) => {
      const storedAs = new Map(fresh.map((row, index) => [row as Checked, stored[index]]));
      const missed = fresh.filter((row) => isSluglineError(storedAs.get(row)));
      const existing = await findDestinations(
        [...missed, ...again].flatMap(({ link }) => link?.slug ?? []),
        reader,
      );
      const results = rows.map((row) => {
        const wanted = row.link?.slug ?? "";
        return this.outcome(
          row,
          storedAs.get(row),
          existing.get(wanted) ?? (again.has(row) ? this.used.get(wanted) : undefined),
        );
      });
      return this.withSuggestions(rows, results, reader);
    };
    const results = await (this.importId === null
      ? report(await this.claim(links), database)
      : insertImported(
          this.importId,
          links,
          this.now,
          { turn: this.turn, announces: this.isFirst, createdBy: this.createdBy },
          report,
        ));
    this.isFirst = false;
    for (const { suggestion } of results) if (suggestion) this.suggested.add(suggestion);
    return results;
  }

  /**
   * What inserting these links would do. Nothing is stored, so what earlier batches would have
   * taken is remembered here.
   */
  private async claim(links: readonly ImportedLink[]): Promise<Outcome<{ slug: string }>[]> {
    const namesOf = ({ slug, aliases = [] }: ImportedLink) => [slug ?? [], aliases].flat();
    const wanted = links.flatMap(namesOf);
    const owners =
      wanted.length > 0 ? await findOwners(wanted, database()) : new Map<string, number[]>();
    return links.map((link) => {
      const names = namesOf(link);
      const taken = names.find(
        (name) => owners.has(slugKey(name)) || this.claimed.has(slugKey(name)),
      );
      if (taken !== undefined) return slugTaken(taken);
      for (const name of names) this.claimed.add(slugKey(name));
      return { slug: link.slug ?? "" };
    });
  }

  private check(row: FileRow): Checked {
    try {
      if (row.problem !== undefined) throw new SluglineError("validation_failed", row.problem);
      const link = validate(row.value, this.schema, "row");
      const notes = [row.note, ...hintsAt(link, this.now)].filter((note) => note !== undefined);
      return { ...row, ...(notes.length > 0 && { note: inTurn(notes, "thenSentence") }), link };
    } catch (error) {
      if (!isSluglineError(error)) throw error;
      return { ...row, refusal: namingCells(error, row.cellOf) };
    }
  }

  /** Whether an earlier row has the same slug. */
  private isUsed({ slug, url }: ImportedLink): boolean {
    if (slug === undefined) return false;
    const isUsed = this.used.has(slug);
    if (!isUsed) this.used.set(slug, url);
    return isUsed;
  }

  /** `destination`: of the link that has the slug. */
  private outcome(
    { row, value, link, refusal, disabled, note }: Checked,
    stored: Outcome<{ slug: string }> | undefined,
    destination: string | undefined,
  ): RowResult {
    const slug = slugIn(value);
    if (refusal)
      return { row, status: "refused", slug, message: refusal.sentence, errors: refusal.problems };
    if (stored && !isSluglineError(stored)) {
      const message = [disabled, note].filter((each) => each !== undefined);
      return {
        row,
        status: "created",
        slug: this.importId === null ? slug : stored.slug,
        ...(message.length > 0 && { message: inTurn(message, "thenSentence") }),
      };
    }
    if (destination === link?.url)
      return { row, status: "skipped", slug, message: sentence("importSameLink") };
    return { row, status: "refused", slug, message: (stored ?? slugTaken(slug)).sentence };
  }

  /** Suggests a slug for each row that is refused because of its slug. */
  private async withSuggestions(
    rows: readonly Checked[],
    results: RowResult[],
    reader: () => Writer,
  ): Promise<RowResult[]> {
    const offers = results.map((result, index) => {
      const { link, refusal, value } = rows[index] ?? {};
      const { id, values } = result.message ?? {};
      const isTakenSlug = link && id === "slugTaken" && values?.slug === result.slug;
      const isSlugAtFault =
        result.status === "refused" &&
        (isTakenSlug || refusal?.problems.some(({ path }) => path === "slug"));
      return isSlugAtFault
        ? suggestSlugs(
            { slug: result.slug, url: textOf(value, "url"), title: textOf(value, "title") },
            this.now,
          )
        : [];
    });
    const offered = offers.flat();
    const owners = offered.length > 0 ? await findOwners(offered, reader()) : new Map();
    const suggested = new Set(this.suggested);
    return results.map((result, index) => {
      const suggestion = offers[index]?.find(
        (slug) => !owners.has(slugKey(slug)) && !this.used.has(slug) && !suggested.has(slug),
      );
      if (suggestion === undefined) return result;
      suggested.add(suggestion);
      return { ...result, suggestion };
    });
  }
}

async function* inBatches(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = [];
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
  return typeof text === "string" ? cutText(text, 2_048) : "";
}
