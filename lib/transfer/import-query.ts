import { z } from "zod";
import { type ImportField, importFields, importSources } from "./sources";

const sources = ["auto", ...importSources] as const;

const columns = Object.fromEntries(importFields.map((field) => [field, z.string().optional()])) as Record<ImportField, z.ZodOptional<z.ZodString>>;

/** Query of an import. A parameter named like a field names the column that holds it; an empty one says that none does. */
export const importQuerySchema = z
  .object({
    dryRun: z.enum(["true", "false"], { error: "must be true or false" }).default("false"),
    source: z.enum(sources, { error: `must be one of ${sources.join(", ")}` }).default("auto"),
    undo: z.uuid("must be the id of an import").optional(),
    ...columns,
  })
  .transform(({ dryRun, source, undo, ...given }) => ({
    dryRun: dryRun === "true",
    source: source === "auto" ? undefined : source,
    undo,
    columns: Object.fromEntries(Object.entries(given).filter(([, name]) => name !== undefined)) as Partial<Record<ImportField, string>>,
  }));
