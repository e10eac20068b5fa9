import { z } from "zod";
import { isoDate } from "@/lib/core/day";
import { exportFormats } from "@/lib/core/table-file";
import { allMethods } from "@/lib/http/methods";
import { ownerRoute } from "@/lib/http/owner-route";
import { attachment, streamOf } from "@/lib/http/responses";
import { exportLinks } from "@/lib/transfer/export-links";

/** Exports links: `?format=csv` or `json`; with one or more `slug` parameters, only those links. */
function answer(request: Request): Promise<Response> {
  return ownerRoute(async () => {
    const { searchParams } = new URL(request.url);
    const format = z.enum(exportFormats).catch("csv").parse(searchParams.get("format"));
    const slugs = searchParams.getAll("slug");
    return attachment(streamOf(exportLinks(format, slugs.length > 0 ? slugs : undefined)), `links-${isoDate(new Date())}`, format);
  });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
