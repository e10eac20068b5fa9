import { setImmediate as nextTurn } from "node:timers/promises";
import { env } from "../config/env";
import { SluglineError } from "../core/errors";
import { validate } from "../core/validate";
import { database } from "../database/client";
import { createLink } from "../links/create-link";
import { slugTaken } from "../links/link-errors";
import { type NewLink, newLinkSchema } from "../links/schema";
import type { LinkRow } from "./read-link-rows";

export interface RowProblem {
  row: number;
  /** As written in the file, truncated to fit a line. */
  slug: string;
  message: string;
}

export interface ImportReport {
  rows: number;
  created: number;
  refused: number;
  /** The problems since the last report, in file order; at most 500 in all reports together. */
  problems: RowProblem[];
}

/** Rows written in parallel. The other connections stay free for other requests. */
const lanes = 4;
const batchSize = 100;
const mostProblems = 500;

/**
 * Creates the links of a file, each by the rules of the API. An invalid row is skipped and reported, without affecting
 * the others. With `dryRun` nothing is written. Yields the progress after each batch.
 */
export async function* importLinks(rows: AsyncIterable<LinkRow>, dryRun: boolean, now: Date): AsyncGenerator<ImportReport> {
  const report = { rows: 0, created: 0, refused: 0 };
  const take = dryRun ? checker() : (wanted: NewLink) => createLink(wanted, now);
  for await (const batch of inBatches(rows)) {
    const refused = await takeBatch(batch, take);
    const problems = refused.slice(0, Math.max(0, mostProblems - report.refused));
    report.refused += refused.length;
    report.rows += batch.length;
    report.created = report.rows - report.refused;
    yield { ...report, problems };
    // Invalid rows never await I/O. Without this yield, a file full of them would block all other requests.
    await nextTurn();
  }
  if (report.rows === 0) yield { ...report, problems: [] };
}

async function takeBatch(batch: LinkRow[], take: (wanted: NewLink) => Promise<unknown>): Promise<RowProblem[]> {
  const problems: RowProblem[] = [];
  const waiting = [...batch];
  const schema = newLinkSchema(env());
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        try {
          if (next.problem !== undefined) throw new SluglineError("validation_failed", next.problem);
          await take(validate(next.value, schema, "row"));
        } catch (error) {
          if (!(error instanceof SluglineError)) throw error;
          problems.push({ row: next.row, slug: slugIn(next.value), message: error.message });
        }
      }
    }),
  );
  return problems.sort((a, b) => a.row - b.row);
}

/** Rejects what creating would reject, plus slugs that appear twice in the file. */
function checker(): (wanted: NewLink) => Promise<void> {
  const seen = new Set<string>();
  return async ({ slug }) => {
    if (slug === undefined) return;
    const isTaken = seen.has(slug) || (await database().link.findUnique({ where: { slug }, select: { id: true } })) !== null;
    seen.add(slug);
    if (isTaken) throw slugTaken(slug);
  };
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
  const { slug } = (value ?? {}) as { slug?: unknown };
  return typeof slug === "string" ? slug.slice(0, 64) : "";
}
