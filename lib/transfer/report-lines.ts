import { log } from "../config/log";
import { SluglineError } from "../core/errors";
import type { ImportReport } from "./import-links";

/** One line of what an import answers. `error`: it stopped there; what was created before stays. */
export type ImportLine = ImportReport | { error: string };

/** Reports as JSON lines. The answer has begun when something fails, so the failure is its last line. */
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
