import { Readable } from "node:stream";
import Papa from "papaparse";
import { SluglineError } from "../errors";
import type { ExportFormat } from "./table-file";

/** One link of a file as it is written there; `row` counts records, a header line included. */
export interface LinkRow {
  row: number;
  value: unknown;
}

const known = ["url", "slug", "title", "enabled", "expiresAt"] as const;
const nameOf = new Map(known.map((name) => [name.toLowerCase(), name]));

/** The links of a CSV file with a header line, or of a JSON array. Throws `validation_failed` when it is neither. */
export function readLinkRows(text: string, format: ExportFormat): AsyncIterable<LinkRow> | Iterable<LinkRow> {
  const content = text.replace(/^\uFEFF/, "");
  return format === "csv" ? readCsv(content) : readJson(content);
}

async function* readCsv(text: string): AsyncGenerator<LinkRow> {
  const { header, delimiter } = readHeader(text);
  if (!header.includes("url")) {
    throw new SluglineError(
      "validation_failed",
      "The first line must name the columns, and one of them must be url: url,slug,title,enabled,expiresAt.",
    );
  }
  const parser = Readable.from([text]).pipe(Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter, skipEmptyLines: "greedy" }));
  let row = 0;
  for await (const fields of parser as AsyncIterable<string[]>) {
    row++;
    if (row > 1) yield { row, value: linkOf(header, fields) };
  }
}

/** The columns in their order, an empty name for one that is not ours, and what parts them. */
function readHeader(text: string): { header: string[]; delimiter: string } {
  const { data, meta } = Papa.parse<string[]>(text, { preview: 1, skipEmptyLines: "greedy" });
  const [names = []] = data;
  return { header: names.map((name) => nameOf.get(name.trim().toLowerCase()) ?? ""), delimiter: meta.delimiter };
}

/** An empty field says nothing, as a missing key does; what is not understood is left to the schema to name. */
function linkOf(header: string[], fields: string[]): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const [index, name] of header.entries()) {
    const field = withoutGuard(fields[index] ?? "").trim();
    if (name === "" || (field === "" && name !== "url")) continue;
    value[name] = name === "enabled" && /^(true|false)$/i.test(field) ? field.toLowerCase() === "true" : field;
  }
  return value;
}

/** The apostrophe that an export puts in front of what looks like a formula. */
function withoutGuard(field: string): string {
  return field.replace(/^'(?=[=+\-@\t\r])/, "");
}

/** An array of links, or what GET /api/links answers. */
function readJson(text: string): LinkRow[] {
  const list = parseJson(text);
  const links = Array.isArray(list) ? list : (list as { links?: unknown } | null)?.links;
  if (!Array.isArray(links)) throw new SluglineError("validation_failed", "The file must hold a JSON array of links.");
  return links.map((value, index) => ({ row: index + 1, value }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SluglineError("malformed_json", "The file is not valid JSON: check quotes, commas and brackets.");
  }
}
