import { z } from "zod";
import { says } from "../texts/sentence";
import { type ImportField, importFields } from "./column-names";
import { fileEncodings } from "./file-encoding";
import { importSources } from "./sources";
import { dateOrders } from "./spreadsheet-times";

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
export const importParameters = z.object({
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
export function readOptionsOf({ source, encoding, dateOrder, ...given }: Parameters) {
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
