import { log } from "../config/log";
import { errorText, isSluglineError } from "../core/errors";
import { explainProblem } from "../database/database-problem";
import type { ImportReport } from "./import-links";
import type { FileFacts } from "./read-link-rows";
import { type ImportSource, sourceLabel } from "./sources";

/**
 * What a file is taken for. `source` is null if it is not certain which column of `names` holds
 * what: `problem` says why.
 */
export interface FileLine extends Partial<Omit<FileFacts, "source">> {
  source: ImportSource | null;
  label: string;
  /** The columns of a CSV file. */
  names: string[];
  problem?: string;
}

/**
 * One line of an import's response. `error`: the import stopped there; links created before remain.
 */
export type ImportLine = FileLine | Omit<ImportReport, "results"> | { error: string };

export function fileLine({ source, names, ...facts }: Omit<FileLine, "label">): FileLine {
  return { source, label: source ? sourceLabel(source) : "", names, ...facts };
}

/**
 * Says English sentences, and what a rule says of a field, in the language of the page. The row as a
 * whole is an empty field.
 */
interface Saying {
  said: (english: string) => string;
  ofField: (field: string, problem: string) => string;
}

/**
 * The file and the reports as JSON lines. The response has already started when something fails, so
 * the error is its last line.
 */
export async function* reportLines(
  file: FileLine,
  reports: AsyncIterable<ImportReport>,
  saying: Saying,
): AsyncGenerator<string> {
  yield line({ ...file, ...(file.problem && { problem: saying.said(file.problem) }) });
  try {
    for await (const { results: _, problems, ...report } of reports)
      yield line({ ...report, problems: problems.map((problem) => sayRow(problem, saying)) });
  } catch (error) {
    yield line({ error: saying.said(stoppedMessage(error)) });
  }
}

type RowProblem = ImportReport["problems"][number];

function sayRow({ errors = [], ...row }: RowProblem, { said, ofField }: Saying): RowProblem {
  if (row.message === undefined) return row;
  const ofFields = errors.map(({ path, message }) => ofField(path, said(message)));
  return { ...row, message: ofFields.length > 0 ? ofFields.join(" ") : said(row.message) };
}

/** Logs what was not expected. */
export function stoppedMessage(error: unknown): string {
  if (isSluglineError(error) && !endedRights.has(error.code)) return error.message;
  return `The import stopped. ${causeOf(error)} Import the file again once that is fixed: existing links are not changed.`;
}

/** Codes of a right that ended while portions of the file were stored. */
const endedRights: ReadonlySet<string> = new Set(["forbidden", "unauthorized"]);

function causeOf(error: unknown): string {
  if (isSluglineError(error)) return error.message;
  log().error({ error: errorText(error) }, "an import failed");
  return explainProblem(error)?.text ?? "This server failed, and its log says why.";
}

function line(value: ImportLine): string {
  return `${JSON.stringify(value)}\n`;
}
