import { randomUUID } from "node:crypto";
import { z } from "zod";
import { says } from "../texts/sentence";
import { type ImportField, importFields } from "../transfer/column-names";
import { fileEncodings } from "../transfer/file-content";
import { importLinks as importStored } from "../transfer/import-links";
import { importAnswer, recordImport } from "../transfer/import-reports";
import { readLinkRows } from "../transfer/read-link-rows";
import { slugsByRow, withSlugs } from "../transfer/slugs-by-row";
import { importSources } from "../transfer/sources";
import { dateOrders } from "../transfer/spreadsheet-times";
import { undoImport as undoStored } from "../transfer/undo-import";
import { define } from "./define";
import { importReportSchema, undoReportSchema } from "./response-schemas";

const sources = ["auto", ...importSources] as const;

const column = z
  .string()
  .meta({
    description:
      "The column with this field; empty for none. Found by itself in files of known shorteners.",
  })
  .optional();
const columns = Object.fromEntries(importFields.map((field) => [field, column])) as Record<
  ImportField,
  z.ZodOptional<z.ZodString>
>;

/**
 * Query of an import. A parameter named like a field names the column that holds it; an empty one
 * says that none does.
 */
const importParameters = z.object({
  dryRun: z
    .enum(["true", "false"], { error: says("mustBeFlag") })
    .meta({ description: "Write nothing, and report the same.", type: "boolean", enum: undefined })
    .default("false"),
  source: z
    .enum(sources, { error: says("mustBeOneOf", { values: sources.join(", ") }) })
    .meta({ description: "Where the file comes from; recognised by its columns by default." })
    .default("auto"),
  encoding: z
    .enum(fileEncodings, {
      error: says("mustBeEncoding"),
    })
    .meta({ description: "The encoding of the file; recognised by its content by default." })
    .optional(),
  dateOrder: z
    .enum(dateOrders, { error: says("mustBeInterval", { values: dateOrders.join(" or ") }) })
    .meta({
      description:
        "Whether 3/4/2030 is the third of April or the fourth of March; by default what other dates of the file show.",
    })
    .optional(),
  undo: z
    .uuid(says("mustBeImportId"))
    .meta({ description: "The `importId` of an import of the last hour, which this undoes." })
    .optional(),
  ...columns,
});

type Parameters = z.output<typeof importParameters>;

/** What they say about the file. */
function readOptionsOf({ source, encoding, dateOrder, ...given }: Parameters) {
  const columns = importFields.flatMap((field) =>
    given[field] === undefined ? [] : [[field, given[field]]],
  );
  return {
    source: source === "auto" ? undefined : source,
    encoding,
    dateOrder,
    columns: Object.fromEntries(columns) as Partial<Record<ImportField, string>>,
  };
}

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
