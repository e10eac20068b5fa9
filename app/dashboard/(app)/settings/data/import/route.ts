import { randomUUID } from "node:crypto";
import { z } from "zod";
import { getSaid } from "@/components/texts/get-said";
import { getTexts } from "@/components/texts/get-texts";
import type { Person } from "@/lib/audit/actor";
import { allMethods } from "@/lib/http/methods";
import { ownerRoute } from "@/lib/http/owner-route";
import { parseQuery } from "@/lib/http/parse";
import { streamOf } from "@/lib/http/responses";
import { importLinks } from "@/lib/transfer/import-links";
import { importQuerySchema } from "@/lib/transfer/import-query";
import { isUnknownColumns, readLinkRows } from "@/lib/transfer/read-link-rows";
import { readUpload } from "@/lib/transfer/read-upload";
import { recordImport } from "@/lib/transfer/record-import";
import { fileLine, reportLines } from "@/lib/transfer/report-lines";
import { slugsByRow, withSlugs } from "@/lib/transfer/slugs-by-row";
import { withUpload } from "@/lib/transfer/uploads";
import { writeSource } from "../../../../write-source";

/**
 * Imports the links in the request body, with the query of the API. Streams the report so far as
 * one JSON object per line.
 */
async function answer(request: Request): Promise<Response> {
  const [t, said] = [await getTexts("settings.data"), await getSaid()];
  const saying = {
    said,
    ofField: (field: string, problem: string) =>
      t("fieldProblem", { field: field || t("row"), problem }),
  };
  const importFile = async (ownerId: string, by: Person) => {
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
        return reportLines(
          fileLine(file),
          dryRun ? reports : recordImport(reports, by, source),
          saying,
        );
      },
      (error: unknown) => {
        if (!isUnknownColumns(error) || error.names.length === 0) throw error;
        return reportLines(
          fileLine({ source: null, names: error.names, problem: said(error.what) }),
          none(),
          saying,
        );
      },
    );
    return new Response(streamOf(lines), {
      headers: { "Content-Type": "application/x-ndjson", "Cache-Control": "no-store" },
    });
  };
  const importInTurn: Parameters<typeof ownerRoute>[1] = ({ id }, by) =>
    withUpload(request, () => importFile(id, by));
  return ownerRoute("/dashboard/settings/data/import", importInTurn, said);
}

async function* none() {}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ POST: answer });
