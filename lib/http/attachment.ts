import type { ExportFormat } from "../core/table-file";

const types: Record<ExportFormat, string> = { csv: "text/csv; charset=utf-8; header=present", json: "application/json" };

/** A file for the reader's disk; `name` is without its ending and safe to stand in a header. */
export function attachment(body: BodyInit, name: string, format: ExportFormat): Response {
  return new Response(body, {
    headers: {
      "Content-Type": types[format],
      "Content-Disposition": `attachment; filename="${name}.${format}"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
