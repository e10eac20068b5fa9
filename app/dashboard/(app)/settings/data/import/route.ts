import { z } from "zod";
import { exportFormats } from "@/lib/core/table-file";
import { allMethods } from "@/lib/http/methods";
import { ownerRoute } from "@/lib/http/owner-route";
import { streamOf } from "@/lib/http/responses";
import { importLinks } from "@/lib/transfer/import-links";
import { readLinkRows } from "@/lib/transfer/read-link-rows";
import { readUpload } from "@/lib/transfer/read-upload";
import { reportLines } from "@/lib/transfer/report-lines";
import { writeSource } from "../../../../write-source";

/**
 * Imports the links in the request body: `?format=csv` or `json`; `check=1` for a dry run. Streams the report so far as one
 * JSON object per line.
 */
function answer(request: Request): Promise<Response> {
  return ownerRoute(async () => {
    await writeSource();
    const { searchParams } = new URL(request.url);
    const format = z.enum(exportFormats).catch("csv").parse(searchParams.get("format"));
    const rows = await readLinkRows(await readUpload(request), format);
    const reports = importLinks(rows, searchParams.get("check") === "1", new Date());
    return new Response(streamOf(reportLines(reports)), { headers: { "Content-Type": "application/x-ndjson", "Cache-Control": "no-store" } });
  });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ POST: answer });
