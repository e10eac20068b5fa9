import { z } from "zod";
import { getViewer } from "@/components/layout/viewer";
import { eventsQuerySchema, exportEvents } from "@/lib/audit/list-events";
import { isoDate } from "@/lib/core/day";
import { viewerSpreadsheet } from "@/lib/core/spreadsheet";
import { exportFormats } from "@/lib/core/table-file";
import { allMethods } from "@/lib/http/methods";
import { ownerRoute } from "@/lib/http/owner-route";
import { recordExport } from "@/lib/http/record-export";
import { attachment, streamOf } from "@/lib/http/responses";
import { columnHeads } from "@/lib/texts/column-heads";
import { sentence } from "@/lib/texts/sentence";

/**
 * Exports the activity page: `?format=csv|json`, with `excel` for the viewer's spreadsheet, with
 * the page's filters.
 */
function answer(request: Request): Promise<Response> {
  return ownerRoute("/dashboard/settings/activity/export", async (_owner, by) => {
    const given = Object.fromEntries(new URL(request.url).searchParams);
    const format = z.enum(exportFormats).catch("csv").parse(given.format);
    const viewer = await getViewer();
    const events = exportEvents(
      format,
      eventsQuerySchema.parse(given),
      viewer.timeZone,
      viewerSpreadsheet(given, viewer, columnHeads(viewer.language, "activity")),
    );
    await recordExport(request, by, sentence("activity"), format);
    return attachment(streamOf(events), `activity-${isoDate(new Date())}`, format);
  });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
