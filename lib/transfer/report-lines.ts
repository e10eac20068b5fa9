import { log } from "../config/log";
import { errorText, isSluglineError } from "../core/errors";
import { explainProblem } from "../database/database-problem";
import { type Sentence, sentence } from "../texts/sentence";
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
export type ImportLine = FileLine | SaidReport | { error: string };

export function fileLine({ source, names, ...facts }: Omit<FileLine, "label">): FileLine {
  return { source, label: source ? sourceLabel(source) : "", names, ...facts };
}

/** Says what a rule says of a field, too. The row as a whole is an empty field. */
interface Saying {
  said: (sentence: Sentence) => string;
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
  yield line(file);
  try {
    for await (const { results: _, problems, ...report } of reports)
      yield line({ ...report, problems: problems.map((problem) => sayRow(problem, saying)) });
  } catch (error) {
    yield line({ error: saying.said(stoppedMessage(error)) });
  }
}

type RowProblem = ImportReport["problems"][number];
export type SaidReport = Omit<ImportReport, "results" | "problems"> & { problems: SaidRow[] };
type SaidRow = Omit<RowProblem, "errors" | "message"> & { message?: string };

function sayRow({ errors = [], message, ...row }: RowProblem, { said, ofField }: Saying): SaidRow {
  if (message === undefined) return row;
  const ofFields = errors.map(({ path, sentence }) => ofField(path, said(sentence)));
  return { ...row, message: ofFields.length > 0 ? ofFields.join(" ") : said(message) };
}

/** Logs what was not expected. */
export function stoppedMessage(error: unknown): Sentence {
  if (isSluglineError(error) && !endedRights.has(error.code)) return error.sentence;
  return sentence("importStopped", { problem: causeOf(error) });
}

/** Codes of a right that ended while portions of the file were stored. */
const endedRights: ReadonlySet<string> = new Set(["forbidden", "unauthorized"]);

function causeOf(error: unknown): Sentence {
  if (isSluglineError(error)) return error.sentence;
  log().error({ error: errorText(error) }, "an import failed");
  const problem = explainProblem(error);
  return problem?.text ?? sentence("serverFailed");
}

function line(value: ImportLine): string {
  return `${JSON.stringify(value)}\n`;
}
