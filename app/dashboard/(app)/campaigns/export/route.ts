import { z } from "zod";
import { chosenRange } from "@/lib/core/range-choice";
import { csvOf, exportFormats } from "@/lib/core/table-file";
import { allMethods } from "@/lib/http/methods";
import { noteExport } from "@/lib/http/note-export";
import { ownerRoute } from "@/lib/http/owner-route";
import { attachment } from "@/lib/http/responses";
import { parseCampaignsQuery } from "@/lib/stats/query/campaigns-query";
import { searchParamsOf } from "@/lib/stats/query/page-query";
import { matchingCells } from "@/lib/stats/report/campaign-matrix";
import { getCampaigns } from "@/lib/stats/report/campaigns";
import { limitsOfAll } from "@/lib/stats/report/range-limits";

const mostCells = 100_000;

/**
 * Exports the campaigns page: `?format=csv|json`, with the page's date range, columns and filters.
 */
function answer(request: Request): Promise<Response> {
  return ownerRoute("/dashboard/campaigns/export", async (_owner, by) => {
    const given = searchParamsOf(request.url);
    const query = parseCampaignsQuery(given);
    const format = z.enum(exportFormats).catch("csv").parse(given.format);
    const now = new Date();
    const dateRange = chosenRange(query.range, await limitsOfAll(query.range, now));
    const { cells } = await getCampaigns(dateRange, query.by, mostCells);
    const rows = matchingCells(cells, query).map(({ slug, title, campaign, tag, count }) => ({
      slug,
      title,
      campaign,
      [query.by]: tag,
      clicks: count,
    }));
    const body =
      format === "json"
        ? JSON.stringify(rows, null, 2)
        : csvOf<Record<string, unknown>>(rows, ["slug", "title", "campaign", query.by, "clicks"]);
    await noteExport(request, by, "campaigns", format);
    return attachment(body, `campaigns-${dateRange.from}-${dateRange.to}`, format);
  });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
