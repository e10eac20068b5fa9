import { z } from "zod";
import { rangeBetween } from "../core/date-range";
import { isoDate } from "../core/day";
import { spreadsheetOf } from "../core/spreadsheet";
import type { FileFormat } from "../core/table-file";
import { byAnySlug } from "../links/aliases";
import { findCreators } from "../links/creators";
import { getLink } from "../links/get-link";
import type { LinkSelection } from "../stats/list/browse-links";
import { clicksCsvQuerySchema, clicksQuerySchema } from "../stats/query/query";
import { exportClicks as exportStored } from "../stats/report/export-clicks";
import { sentence } from "../texts/sentence";
import { exportQuerySchema, exportLinks as exportStoredLinks } from "../transfer/export-links";
import { define } from "./define";
import { jsonOf } from "./operation";
import { exampleClick } from "./operation-examples";
import { exportedClickSchema } from "./response-schemas";

/** The links that the parameters select, as the dashboard exports them. */
export const exportLinks = define({
  name: "exportLinks",
  role: "reader",
  query: exportQuerySchema,
  notes: "exported",
  run: async ({ by, now }, { body: _, createdBy, excel, timezone, ...given }) => {
    const { q = "", state = "all", ...filter } = given;
    const creators = await findCreators(createdBy, by);
    const spreadsheet = spreadsheetOf({ excel, timezone });
    const selection: LinkSelection = { ...filter, q, state, creators };
    const pieces = exportStoredLinks("csv", selection, now, spreadsheet);
    return {
      pieces,
      what: sentence("links"),
      name: `links-${isoDate(now)}`,
      format: "csv" as const,
    };
  },
  api: {
    method: "get",
    path: "/api/links/export.csv",
    tag: "Links",
    summary: "Export all links as CSV",
    description: "Oldest first, streamed. `q` finds notes, too.",
    lists: ["tag", "notTag"],
    success: { 200: { description: "The file.", content: { "text/csv": {} } } },
    answer: (file) => ({ file }),
  },
});

function clicksCommand(name: string, suffix: string, format: FileFormat) {
  const query = suffix === ".csv" ? clicksCsvQuerySchema : clicksQuerySchema;
  const type = { csv: "text/csv", json: "application/json", ndjson: "application/x-ndjson" };
  return define({
    name,
    role: "reader",
    target: z.object({ slug: z.string() }),
    query: query as typeof clicksCsvQuerySchema,
    notes: "exported",
    run: async ({ now }, { slug: asked, from, to, cursor, body: _, ...sheet }) => {
      const spreadsheet = format === "csv" ? spreadsheetOf(sheet) : undefined;
      const { id, slug } = await byAnySlug(asked, getLink);
      const dateRange = rangeBetween(from, to ?? now);
      const options = { dateRange, filters: {}, format, spreadsheet, cursor, withCursor: true };
      const pieces = exportStored(id, options);
      return { pieces, what: sentence("clicksOfLink"), name: `${slug}-clicks`, format };
    },
    api: {
      method: "get",
      path: `/api/links/{slug}/clicks${suffix}`,
      tag: "Statistics",
      summary:
        suffix === ""
          ? "Export all clicks on a link"
          : `Export all clicks on a link as ${suffix.slice(1).toUpperCase()}`,
      description: "Oldest first, streamed. Visitor hashes are not exported.",
      success: {
        200: {
          description: "The clicks.",
          content:
            format === "json"
              ? jsonOf(z.array(exportedClickSchema), [exampleClick])
              : { [type[format]]: {} },
        },
      },
      answer: (file) => ({ file }),
    },
  });
}

export const exportClicks = clicksCommand("exportClicks", "", "json");
export const exportClicksAsJson = clicksCommand("exportClicksAsJson", ".json", "json");
export const exportClicksAsNdjson = clicksCommand("exportClicksAsNdjson", ".ndjson", "ndjson");
export const exportClicksAsCsv = clicksCommand("exportClicksAsCsv", ".csv", "csv");
