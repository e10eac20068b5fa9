import { z } from "zod";

type Json = Record<string, unknown>;

/** A JSON schema, as far as the document uses it. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  description?: string;
  minimum?: number;
  maximum?: number;
}

/** The schema as the document refers to it. Schemas with an id become components. */
export function toJsonSchema(
  schema: z.ZodType,
  io: "input" | "output",
  schemas: Record<string, Json>,
): Json {
  const { $defs = {}, ...own } = plain(z.toJSONSchema(schema, { io })) as Json & {
    $defs?: Record<string, Json>;
  };
  for (const [id, definition] of Object.entries($defs)) schemas[id] = definition;
  return own;
}

/**
 * Without what a client need not know: dialect, bounds that every integer has, and that answers
 * have no other keys today. Also without defaults, which descriptions say: generators make a field
 * that has one required.
 */
export function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => {
    if (key === "$schema" || key === "default" || value === undefined) return false;
    if (key === "pattern" && "format" in schema) return false;
    return !(
      (key === "additionalProperties" && value === false) ||
      (typeof value === "number" && Math.abs(value) === Number.MAX_SAFE_INTEGER)
    );
  });
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      key === "$ref" ? String(value).replace("#/$defs/", "#/components/schemas/") : plain(value),
    ]),
  );
}
