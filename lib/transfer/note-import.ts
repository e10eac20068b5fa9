import type { Actor } from "../audit/actor";
import { noteAfter } from "../audit/note-event";
import type { ImportReport } from "./import-links";
import { type ImportSource, sourceLabel } from "./sources";

/**
 * Passes the reports of an import on and, in the end or when it is cut off, notes that links were
 * created.
 */
export async function* noteImport<R extends ImportReport>(
  reports: AsyncIterable<R>,
  by: Actor,
  source: ImportSource,
): AsyncGenerator<R> {
  let created = 0;
  try {
    for await (const report of reports) {
      created = report.created;
      yield report;
    }
  } finally {
    const links = `${created} ${created === 1 ? "link" : "links"}`;
    const detail = `${links} from ${source === "csv" ? "a file" : sourceLabel(source)}`;
    if (created > 0) await noteAfter({ event: "imported", by, detail }, new Date());
  }
}
