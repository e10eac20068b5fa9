import { z } from "zod";
import { eventsQuerySchema, exportEvents } from "../audit/list-events";
import { rangeBetween } from "../core/date-range";
import { isoDate } from "../core/day";
import { spreadsheetOf, viewerSpreadsheet } from "../core/spreadsheet";
import { type ExportFormat, exportFormats } from "../core/table-file";
import { byAnySlug } from "../links/aliases";
import { findCreators } from "../links/editor";
import { getLink } from "../links/get-link";
import { browseQuerySchema, countSelected, type LinkSelection } from "../stats/list/browse-links";
import { chosenLinks } from "../stats/list/chosen-links";
import { parsePageQuery, type SearchParams, toStatisticsQuery } from "../stats/query/page-query";
import { clicksCsvQuerySchema, clicksQuerySchema } from "../stats/query/query";
import { parseScope } from "../stats/query/report-scope";
import { campaignLine, campaignsCsv } from "../stats/report/campaign-lines";
import { listCampaignCells } from "../stats/report/campaigns";
import { exportClicks as exportStored } from "../stats/report/export-clicks";
import { getLinkReport } from "../stats/report/link-report";
import { getLinkStatistics } from "../stats/report/link-statistics";
import {
  getReportStatistics,
  getScopeReport,
  getScopeTotals,
  listedLinks,
  subjectOf,
} from "../stats/report/scope-report";
import { statisticsCsv } from "../stats/report/statistics-csv";
import { columnHeads } from "../texts/column-heads";
import { says, sentence } from "../texts/sentence";
import { exportQuerySchema, exportLinks as exportStoredLinks } from "../transfer/export-links";
import { redirectFile, redirectFormats, redirectMap } from "../transfer/redirect-map";
import { acting, define, type Person } from "./define";
import { withProgress } from "./export-progress";
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

/** So that nobody has to stay. */
export const exportRedirects = define({
  name: "exportRedirects",
  role: "reader",
  query: z.object({
    format: z
      .enum(redirectFormats, {
        error: says("mustBeRedirects", { formats: redirectFormats.join(", ") }),
      })
      .meta({
        description:
          "Of which program the file is. Without it, this address is the link with the slug `redirects`.",
        examples: ["nginx"],
      }),
  }),
  notes: "exported",
  run: async ({ now, parts }, { format }) => ({
    pieces: redirectMap(format, parts.config.BASE_URL, now),
    what: sentence("links"),
    name: `redirects-${format}-${isoDate(now)}`,
    format: redirectFile(format),
  }),
  api: {
    method: "get",
    path: "/api/links/redirects",
    tag: "Links",
    summary: "Export all active links as redirects of another server",
    description:
      "With their aliases, as they are now. Comments in the file name what it cannot say, and what it leaves out: links with a password, and destinations that are too long for nginx.",
    success: {
      200: {
        description: "The file.",
        content: { "text/plain": {}, "text/javascript": {}, "text/html": {} },
      },
    },
    answer: (file) => ({ file }),
  },
});

function clicksCommand(name: string, suffix: string, format: ExportFormat | "ndjson") {
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

/** Of exports of pages: large ones take longer than other requests. */
const fileMs = 60_000;

/** What a page asks for with each of its files. `excel`: for the spreadsheet that a viewer has. */
const pageFile = {
  format: z.enum(exportFormats).catch("csv"),
  excel: z.unknown().optional(),
};

type Sheet = Parameters<typeof columnHeads>[1];

const sheetOf = (person: Person, excel: unknown, file: Sheet) =>
  viewerSpreadsheet({ excel }, person, columnHeads(person.language, file));

async function* made(text: () => Promise<string> | string): AsyncGenerator<string> {
  yield await text();
}

const asJson = (value: unknown) => JSON.stringify(value, null, 2);

/** The links that the parameters of the links page select. */
export const exportChosenLinks = define({
  name: "exportChosenLinks",
  role: "reader",
  query: browseQuerySchema.extend(pageFile),
  deadlineMs: fileMs,
  notes: "exported",
  run: async (context, { body: _, format, excel, ...query }) => {
    const { now } = context;
    const person = acting(context);
    const which = await chosenLinks(query, person.owner.id);
    const sheet = sheetOf(person, excel, "links");
    const pieces = exportStoredLinks(format, which, now, sheet, (pages) =>
      withProgress(pages, "exportChosenLinks", person, () => countSelected(which, now)),
    );
    const what = sentence(which.slug ? "chosenLinks" : "links");
    return { pieces, what, name: `links-${isoDate(now)}`, format };
  },
});

/** A link's page, with its date range and filters. */
export const exportLinkPage = define({
  name: "exportLinkPage",
  role: "reader",
  target: z.object({ slug: z.string() }),
  query: z.looseObject({
    ...pageFile,
    what: z.enum(["statistics", "clicks"]).catch("statistics"),
  }),
  deadlineMs: fileMs,
  notes: "exported",
  run: async (context, { slug: asked, what, format, excel, ...given }) => {
    const person = acting(context);
    const link = await getLink(asked);
    const { id, slug } = link;
    const page = parsePageQuery(given as SearchParams, person.timeZone);
    const query = toStatisticsQuery(page, link, context.now);
    const spreadsheet = sheetOf(person, excel, what);
    const { from, to } = query.dateRange;
    const statistics = async () =>
      format === "csv"
        ? statisticsCsv(await getLinkReport(slug, query), [], spreadsheet)
        : asJson(await getLinkStatistics(slug, query));
    const countClicks = async () => {
      const plain = { ...query, compare: null, interval: null };
      return (await getLinkReport(slug, plain, { breakdowns: [], recent: 0 })).clicks;
    };
    const clicks: Parameters<typeof exportStored>[1] = {
      ...{ ...query, format, spreadsheet },
      watch: (pages) => withProgress(pages, "exportLinkPage", person, countClicks),
    };
    return {
      pieces: what === "clicks" ? exportStored(id, clicks) : made(statistics),
      what: sentence("ofSlug", { what: sentence(what), slug }),
      name: `${slug}-${what}-${from}-${to}`,
      format,
    };
  },
});

const mostCells = 100_000;

/** The statistics page, with its links, date range and filters. */
export const exportStatisticsPage = define({
  name: "exportStatisticsPage",
  role: "reader",
  query: z.looseObject({
    ...pageFile,
    what: z.enum(["statistics", "campaigns"]).catch("statistics"),
  }),
  deadlineMs: fileMs,
  notes: "exported",
  run: async (context, { what, format, excel, ...given }) => {
    const { now } = context;
    const person = acting(context);
    const asked = given as SearchParams;
    const scope = parseScope(asked);
    const spreadsheet = sheetOf(person, excel, what);
    const subject = subjectOf(await getScopeTotals(scope), now);
    const query = toStatisticsQuery(parsePageQuery(asked, person.timeZone), subject, now);
    const { from, to } = query.dateRange;
    const campaigns = async () => {
      const rows = (await listCampaignCells(scope, query, mostCells)).map(campaignLine);
      return format === "json" ? asJson(rows) : campaignsCsv(rows, spreadsheet);
    };
    const statistics = async () => {
      if (format !== "csv") return asJson(await getReportStatistics(scope, query));
      const report = await getScopeReport(scope, query, { topLinks: listedLinks });
      return statisticsCsv(report, report.topLinks, spreadsheet);
    };
    const pieces = made(what === "campaigns" ? campaigns : statistics);
    return { pieces, what: sentence(what), name: `${what}-${from}-${to}`, format };
  },
});

/** The activity page, with its filters. */
export const exportActivity = define({
  name: "exportActivity",
  role: "owner",
  query: eventsQuerySchema.extend(pageFile),
  deadlineMs: fileMs,
  notes: "exported",
  run: async (context, { body: _, format, excel, ...query }) => {
    const person = acting(context);
    const spreadsheet = sheetOf(person, excel, "activity");
    const pieces = exportEvents(format, query, person.timeZone, spreadsheet);
    return { pieces, what: sentence("activity"), name: `activity-${isoDate(context.now)}`, format };
  },
});
