import { log } from "../config/log";
import { SluglineError } from "../core/errors";
import type { ImportReport } from "./import-links";

/** One line of an import's response. `error`: the import stopped there; links created before remain. */
export type ImportLine = ImportReport | { error: string };

/** Reports as JSON lines. The response has already started when something fails, so the error is its last line. */
export async function* reportLines(reports: AsyncIterable<ImportReport>): AsyncGenerator<string> {
  try {
    for await (const report of reports) yield line(report);
  } catch (error) {
    if (!(error instanceof SluglineError)) log().error({ error: error instanceof Error ? error.message : "unknown" }, "an import failed");
    yield line({
      error: error instanceof SluglineError ? error.message : "The import stopped on this server: see its log, then import the file again.",
    });
  }
}

function line(value: ImportLine): string {
  return `${JSON.stringify(value)}\n`;
}
