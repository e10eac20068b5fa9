import type { z } from "zod";
import type { ErrorCode } from "../core/errors";
import type { FileFormat } from "../core/table-file";
import type { Sentence } from "../texts/sentence";

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

interface Documented {
  method: "get" | "post" | "put" | "patch" | "delete" | "options";
  /** With parameters in braces: `/api/links/{slug}`. */
  path: string;
  tag: "Links" | "Tags" | "Statistics" | "Messages" | "Service";
  summary: string;
  description?: string;
  /** Request headers beyond those that all operations read. */
  headers?: z.ZodObject;
  /** Beyond those that follow from `access`, the path and the body. */
  problems?: readonly ErrorCode[];
}

/**
 * One operation of the API, for its document. A `{slug}` in the path is that of a link, a `{name}`
 * that of a tag, an `{id}` that of a receiver or a share page, a `{visitor}` that of a visitor set
 * aside.
 */
export interface Operation extends Documented {
  /** Never changes: clients generate their functions from it. */
  id: string;
  /** What the token must allow: `metrics` is reading, or METRICS_TOKEN; `open` needs no token. */
  access: "read" | "write" | "metrics" | "open";
  /** If the token needs more than reader to read and editor to write. */
  role?: "owner";
  /** The schema that the handler passes to `parseQuery`. */
  query?: z.ZodObject;
  /**
   * By media type; the schema is the one that the handler parses it with. `name` is that of a
   * JSON body in the document.
   */
  body?: { name: string; content: Record<string, Content> };
  /** By status. */
  success: Record<number, Success>;
}

/** A file that is sent while it is made. `what`: for the activity log, such as links. */
export interface AnswerFile {
  pieces: AsyncGenerator<string>;
  what: Sentence;
  name: string;
  format: FileFormat;
}

/**
 * A response that can be stored, unless it is a file or sent in pieces of JSON: `body` as JSON,
 * unless it is `text` or an image.
 */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  text?: string | Buffer;
  file?: AnswerFile;
  pieces?: AsyncGenerator<string>;
}

/** The request of an answer. */
interface Asked {
  url: string;
  header: (name: string) => string | null;
}

/** How the API offers a command. */
export interface Described<O> extends Documented {
  /** Parameters of the query that may be given more than once. */
  lists?: readonly string[];
  /** `content`: of a file. */
  body?: {
    name: string;
    example?: unknown;
    maxBytes?: number;
    content?: Record<string, Content>;
  };
  /** The token of METRICS_TOKEN opens it, too. */
  access?: "metrics";
  /** By status; the first is the usual one. `baseUrl`: for examples. */
  success: Operation["success"] | ((baseUrl: string) => Operation["success"]);
  /** Without it: the output as JSON, or nothing where no content is described. */
  answer?(output: O, asked: Asked): Answer;
}

/** JSON of one kind, as documents describe it. */
export const jsonOf = (schema: z.ZodType, example?: unknown): Record<string, Content> => ({
  "application/json": { schema, ...(example === undefined ? {} : { example }) },
});
