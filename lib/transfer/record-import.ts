import type { Actor } from "../audit/actor";
import { recordAfter } from "../audit/record-event";
import { sentence } from "../texts/sentence";
import type { ImportReport } from "./import-links";
import { type ImportSource, sourceLabel } from "./sources";

/**
 * Passes the reports of an import on and, in the end or when it is cut off, records that links were
 * created.
 */
export async function* recordImport<R extends ImportReport>(
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
    const detail = sentence("fromSource", {
      what: created === 1 ? sentence("oneLink") : sentence("numberOfLinks", { number: created }),
      source: source === "csv" ? sentence("aFile") : sourceLabel(source),
    });
    if (created > 0) await recordAfter({ event: "imported", by, detail }, new Date());
  }
}
