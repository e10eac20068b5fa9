import { type Actor, recordAfter } from "../audit/record-event";
import { say } from "../texts/say";
import { sentence } from "../texts/sentence";
import { waitForLinkChanges } from "../visits/link-change-listener";
import type { ImportReport } from "./import-links";
import { stoppedMessage } from "./report-lines";
import { type ImportSource, sourceLabel } from "./sources";

/**
 * The response of POST /api/links/import as pieces of one JSON object, with a result per row. The
 * response has already started when something fails: then it has an `error`, and the links of its
 * results remain.
 */
export async function* importAnswer(
  head: Record<string, unknown>,
  reports: AsyncIterable<ImportReport>,
): AsyncGenerator<string> {
  let counts: Record<string, unknown> = { rows: 0, created: 0, skipped: 0, refused: 0 };
  let separator = "";
  yield `${JSON.stringify(head).slice(0, -1)},"results":[`;
  try {
    for await (const { results, problems: _, ...report } of reports) {
      counts = report;
      if (results.length === 0) continue;
      yield `${separator}\n${results.map(resultLine).join(",\n")}`;
      separator = ",";
    }
    // If this thread also serves visitors, the links work before the client gets its answer.
    await waitForLinkChanges();
  } catch (error) {
    counts = { ...counts, error: say("en", stoppedMessage(error)) };
  }
  yield `\n],${JSON.stringify(counts).slice(1)}\n`;
}

function resultLine({ errors: _, message, ...result }: ImportReport["results"][number]): string {
  return JSON.stringify({ ...result, message: message && say("en", message) });
}

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
      what: sentence("numberOfLinks", { count: created }),
      source: source === "csv" ? sentence("aFile") : sourceLabel(source),
    });
    if (created > 0) await recordAfter({ event: "imported", by, detail }, new Date());
  }
}
