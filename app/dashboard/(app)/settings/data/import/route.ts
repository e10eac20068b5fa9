import { randomUUID } from "node:crypto";
import { z } from "zod";
import { allMethods } from "@/lib/http/methods";
import { ownerRoute } from "@/lib/http/owner-route";
import { parseQuery } from "@/lib/http/parse";
import { streamOf } from "@/lib/http/responses";
import { importLinks } from "@/lib/transfer/import-links";
import { importQuerySchema } from "@/lib/transfer/import-query";
import { noteImport } from "@/lib/transfer/note-import";
import { isUnknownColumns, readLinkRows } from "@/lib/transfer/read-link-rows";
import { readUpload } from "@/lib/transfer/read-upload";
import { fileLine, reportLines } from "@/lib/transfer/report-lines";
import { slugsByRow, withSlugs } from "@/lib/transfer/slugs-by-row";
import { writeSource } from "../../../../write-source";

/**
 * Imports the links in the request body, with the query of the API. Streams the report so far as
 * one JSON object per line.
 */
function answer(request: Request): Promise<Response> {
  return ownerRoute("/dashboard/settings/data/import", async ({ id: ownerId }, by) => {
    await writeSource();
    const { dryRun, undo: _, ...options } = parseQuery(request, importQuerySchema);
    const { slugs } = parseQuery(request, z.object({ slugs: slugsByRow }));
    const file = await readUpload(request);
    const lines = await readLinkRows(file, options).then(
      ({ rows, ...file }) => {
        const { source } = file;
        const reports = importLinks(withSlugs(rows, slugs), dryRun, new Date(), {
          id: randomUUID(),
          source,
          by: `owner:${ownerId}`,
        });
        return reportLines(fileLine(file), dryRun ? reports : noteImport(reports, by, source));
      },
      (error: unknown) => {
        if (!isUnknownColumns(error) || error.names.length === 0) throw error;
        return reportLines(
          fileLine({ source: null, names: error.names, problem: error.what }),
          none(),
        );
      },
    );
    return new Response(streamOf(lines), {
      headers: { "Content-Type": "application/x-ndjson", "Cache-Control": "no-store" },
    });
  });
}

async function* none() {}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ POST: answer });
