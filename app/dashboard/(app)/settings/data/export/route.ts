import { z } from "zod";
import { requireOwner } from "@/lib/auth/require-owner";
import { streamOf } from "@/lib/http/stream";
import { exportFormats, exportLinks } from "@/lib/transfer/export-links";

const types = { csv: "text/csv; charset=utf-8; header=present", json: "application/json" };

/** All links as a file: `?format=csv` or `json`; with `slug`, once or more, only those. */
export async function GET(request: Request): Promise<Response> {
  await requireOwner();
  const { searchParams } = new URL(request.url);
  const format = z.enum(exportFormats).catch("csv").parse(searchParams.get("format"));
  const slugs = searchParams.getAll("slug");
  const file = `links-${new Date().toISOString().slice(0, 10)}.${format}`;
  return new Response(streamOf(exportLinks(format, slugs.length > 0 ? slugs : undefined)), {
    headers: { "Content-Type": types[format], "Content-Disposition": `attachment; filename="${file}"`, "Cache-Control": "private, no-store" },
  });
}
