import { z } from "zod";
import type { Operation } from "../commands/operation";
import { importReportSchema, undoReportSchema } from "../commands/response-schemas";
import { importParameters } from "../transfer/import-query";

const importRows = z
  .array(z.record(z.string(), z.unknown()))
  .meta({ description: "An object for each link, whose keys are the columns." });

/** Clients that send everything as JSON can send any file: as a string. */
const importFileSchema = z.union([
  importRows,
  z.object({ links: importRows }),
  z.string().meta({ description: "The text of the file." }),
]);

/** Files with many links. */
export const transferOperations: Operation[] = [
  {
    id: "importLinks",
    method: "post",
    path: "/api/links/import",
    tag: "Links",
    summary: "Import a file of another shortener",
    description:
      "The body is the file, at most 32 MB. With `undo` it is not read, and the links of that import are deleted.",
    access: "write",
    query: importParameters,
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
  },
];
