import { z } from "zod";
import { isoDate } from "@/lib/core/day";
import { exportFormats } from "@/lib/core/table-file";
import { allMethods } from "@/lib/http/methods";
import { ownerRoute } from "@/lib/http/owner-route";
import { attachment, streamOf } from "@/lib/http/responses";
import { browseQuerySchema } from "@/lib/stats/browse-links";
import { exportLinks } from "@/lib/transfer/export-links";

/** Exports links: `?format=csv` or `json`; with one or more `slug` parameters those links, else what `q` and `state` of the list select. */
function answer(request: Request): Promise<Response> {
  return ownerRoute(async () => {
    const { searchParams } = new URL(request.url);
    const format = z.enum(exportFormats).catch("csv").parse(searchParams.get("format"));
    const slugs = searchParams.getAll("slug");
    const now = new Date();
    const which = slugs.length > 0 ? { slugs } : browseQuerySchema.parse(Object.fromEntries(searchParams));
    return attachment(streamOf(exportLinks(format, which, now)), `links-${isoDate(now)}`, format);
  });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
