import { randomUUID } from "node:crypto";
import { z } from "zod";
import { importAnswer } from "../transfer/import-answer";
import { importLinks as importStored } from "../transfer/import-links";
import { importParameters, readOptionsOf } from "../transfer/import-query";
import { readLinkRows } from "../transfer/read-link-rows";
import { recordImport } from "../transfer/record-import";
import { slugsByRow, withSlugs } from "../transfer/slugs-by-row";
import { undoImport as undoStored } from "../transfer/undo-import";
import { define } from "./define";
import { importReportSchema, undoReportSchema } from "./response-schemas";

const importRows = z
  .array(z.record(z.string(), z.unknown()))
  .meta({ description: "An object for each link, whose keys are the columns." });

/** Clients that send everything as JSON can send any file: as a string. */
const importFileSchema = z.union([
  importRows,
  z.object({ links: importRows }),
  z.string().meta({ description: "The text of the file." }),
]);

/**
 * Imports a file (docs/import.md), or undoes an import. `slugs`: chosen instead of those in the file.
 * The links are created while the reports are read.
 */
export const importLinks = define({
  name: "importLinks",
  role: "editor",
  query: importParameters,
  form: z.object({ slugs: slugsByRow }),
  file: (query) => !query.has("undo"),
  prepare: async ({ file, ...given }) => ({
    read: file && (await readLinkRows(file, readOptionsOf(given))),
  }),
  notes: ["imported", "import-undone"],
  run: async ({ by, role, actor, now, parts }, { undo = "", dryRun, slugs, read }) => {
    if (!read) return { undone: await undoStored(undo, { by, role, actor, now }) };
    const { rows, ...facts } = read;
    const { source } = facts;
    const [id, isDryRun] = [randomUUID(), dryRun === "true"];
    const chosen = slugs ? withSlugs(rows, slugs) : rows;
    const reports = importStored(chosen, isDryRun, now, {
      ...{ id, source, by },
      turn: parts.imports.turn,
    });
    return {
      facts,
      dryRun: isDryRun,
      importId: isDryRun ? null : id,
      reports: isDryRun ? reports : recordImport(reports, actor, source),
    };
  },
  api: {
    method: "post",
    path: "/api/links/import",
    tag: "Links",
    summary: "Import a file of another shortener",
    description:
      "The body is the file, at most 32 MB. With `undo` it is not read, and the links of that import are deleted.",
    body: {
      name: "ImportFile",
      content: {
        "text/csv": { example: "url,slug\nhttps://example.com/page,spring-sale\n" },
        "application/json": {
          schema: importFileSchema,
          example: [{ url: "https://example.com/page", slug: "spring-sale" }],
        },
      },
    },
    success: {
      200: {
        description: "A result for each row, sent while the file is imported.",
        content: {
          "application/json": {
            schema: z.union([importReportSchema, undoReportSchema]),
            example: {
              source: "csv",
              format: "csv",
              encoding: "utf-8",
              separator: ",",
              unusedColumns: [],
              dryRun: false,
              importId: "0f8b7a52-6d41-4a3e-9a61-2f4f1f7f7d10",
              results: [{ row: 2, status: "created", slug: "slug" }],
              rows: 1,
              created: 1,
              skipped: 0,
              refused: 0,
            },
          },
        },
      },
    },
    problems: ["not_found"],
    answer: ({ undone, facts, reports, ...head }) => {
      if (!reports) return { body: undone };
      const { source, format, encoding, separator, unusedColumns } = facts;
      const file = { source, format, encoding, separator, unusedColumns };
      return { pieces: importAnswer({ ...file, ...head }, reports) };
    },
  },
});
