import { z } from "zod";
import { exportFormats } from "@/lib/core/table-file";
import { allMethods } from "@/lib/http/all-methods";
import { ownerRoute } from "@/lib/http/owner-route";
import { streamOf } from "@/lib/http/stream";
import { importLinks } from "@/lib/transfer/import-links";
import { readLinkRows } from "@/lib/transfer/read-link-rows";
import { readUpload } from "@/lib/transfer/read-upload";
import { reportLines } from "@/lib/transfer/report-lines";
import { writeSource } from "../../../../write-source";

/**
 * Takes a file of links as its body: `?format=csv` or `json`, and `check=1` to write nothing. Answers one JSON object a
 * line, the report so far, until all rows were looked at.
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
