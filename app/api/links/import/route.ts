import { randomUUID } from "node:crypto";
import { tokenWith } from "@/lib/audit/actor";
import { deleteLink, getLink, updateLink } from "@/lib/commands/links";
import { apiRoute } from "@/lib/http/api-route";
import { parseQuery } from "@/lib/http/parse";
import { json, streamOf } from "@/lib/http/responses";
import { editorOf } from "@/lib/links/editor";
import type { ApiAccess } from "@/lib/owners/api-access";
import { importAnswer } from "@/lib/transfer/import-answer";
import { importLinks } from "@/lib/transfer/import-links";
import { importQuerySchema } from "@/lib/transfer/import-query";
import { readLinkRows } from "@/lib/transfer/read-link-rows";
import { readUpload } from "@/lib/transfer/read-upload";
import { recordImport } from "@/lib/transfer/record-import";
import { undoImport } from "@/lib/transfer/undo-import";
import { withUpload } from "@/lib/transfer/uploads";

/**
 * Imports the file in the body, or undoes an import: docs/import.md. It may take longer than other
 * requests, so all of it is prepared.
 */
async function prepare(request: Request, access: ApiAccess): Promise<() => Promise<Response>> {
  const by = tokenWith(access, request.headers);
  const { dryRun, undo, ...options } = parseQuery(request, importQuerySchema);
  if (undo !== undefined) {
    const undoer = { by: editorOf(access), role: access.role };
    const report = await undoImport(undo, { ...undoer, actor: by, now: new Date() });
    return async () => json(report);
  }
  const file = await readUpload(request);
  const { source, format, encoding, separator, unusedColumns, rows } = await readLinkRows(
    file,
    options,
  );
  const id = randomUUID();
  const reports = importLinks(rows, dryRun, new Date(), { id, source, by: editorOf(access) });
  const head = {
    source,
    format,
    encoding,
    separator,
    unusedColumns,
    dryRun,
    importId: dryRun ? null : id,
  };
  return async () =>
    new Response(
      streamOf(importAnswer(head, dryRun ? reports : recordImport(reports, by, source))),
      {
        headers: { "Content-Type": "application/json" },
      },
    );
}

function around(request: Request, answer: () => Promise<Response>): Promise<Response> {
  const hasFile = !new URL(request.url).searchParams.has("undo");
  return hasFile ? withUpload(request, answer) : answer();
}

/** A link may have the slug `import`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute(
  "/api/links/import",
  {
    POST: { prepare, around, isAwaited: true },
  },
  { commands: [getLink, updateLink, deleteLink] },
);
