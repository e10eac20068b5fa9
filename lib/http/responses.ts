import { Readable } from "node:stream";
import type { ExportFormat } from "../core/table-file";

export function json(data: unknown, init: { status?: number; headers?: Record<string, string> } = {}): Response {
  return Response.json(data, init);
}

export function noContent(): Response {
  return new Response(null, { status: 204 });
}

/** The client has this already (RFC 9110, 15.4.5). */
export function notModified(headers: Record<string, string>): Response {
  return new Response(null, { status: 304, headers });
}

export function streamOf(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(encoded(pieces), { objectMode: false })) as ReadableStream<Uint8Array>;
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

const types: Record<ExportFormat, string> = { csv: "text/csv; charset=utf-8; header=present", json: "application/json" };

/** A download. `name` has no extension and must be safe in a header. */
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
