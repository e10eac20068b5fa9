import type { z } from "zod";
import type { ErrorCode } from "../core/errors";

/** What one media type of a request or response holds. Without a schema it is text. */
export interface Content {
  schema?: z.ZodType;
  example?: unknown;
}

interface Success {
  description: string;
  /** Names of response headers, and what they say. */
  headers?: Record<string, string>;
  /** By media type. Empty for a response without a body. */
  content: Record<string, Content>;
}

/**
 * One operation of the API, for its document. A `{slug}` in the path is that of a link, a `{name}`
 * that of a tag, an `{id}` that of a receiver or a share page, a `{visitor}` that of a visitor set
 * aside.
 */
export interface Operation {
  /** Never changes: clients generate their functions from it. */
  id: string;
  method: "get" | "post" | "put" | "patch" | "delete" | "options";
  /** With parameters in braces: `/api/links/{slug}`. */
  path: string;
  tag: "Links" | "Tags" | "Statistics" | "Messages" | "Service";
  summary: string;
  description?: string;
  /** What the token must allow: `metrics` is reading, or METRICS_TOKEN; `open` needs no token. */
  access: "read" | "write" | "metrics" | "open";
  /** If the token needs more than reader to read and editor to write. */
  role?: "owner";
  /** The schema that the handler passes to `parseQuery`. */
  query?: z.ZodObject;
  /** Request headers beyond those that all operations read. */
  headers?: z.ZodObject;
  /**
   * By media type; the schema is the one that the handler passes to `withBody`. `name` is that of a
   * JSON body in the document.
   */
  body?: { name: string; content: Record<string, Content> };
  /** By status. */
  success: Record<number, Success>;
  /** Beyond those that follow from `access`, the path and the body. */
  problems?: readonly ErrorCode[];
}
