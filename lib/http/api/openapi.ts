import { z } from "zod";
import type { Content, Operation } from "../../commands/operation";
import { exampleSetAside } from "../../commands/operation-examples";
import { exampleReceiver } from "../../commands/receivers";
import { problemSchema } from "../../commands/response-schemas";
import { exampleShare } from "../../commands/shares";
import { version } from "../../config/version";
import { type ErrorCode, refusedFields, SluglineError } from "../../core/errors";
import { groupBy } from "../../core/group-by";
import { problemMembers, problems } from "../../core/problems";
import { slugPattern } from "../../core/slug";
import { sentence } from "../../texts/sentence";
import { plain, toJsonSchema } from "./json-schema";
import { operations } from "./operations";
import { clientFiles } from "./service-operations";

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document of the API at `origin`, with links at `baseUrl`. The same input gives
 * the same document.
 */
export function openApiDocument(origin: string, baseUrl = origin) {
  const schemas: Record<string, Json> = {};
  const define = (schema: z.ZodType, io: "input" | "output") => toJsonSchema(schema, io, schemas);
  const problem = define(problemSchema, "output");
  const paths: Record<string, Json> = {};
  for (const operation of operations(baseUrl)) {
    paths[operation.path] ??= {};
    Object.assign(paths[operation.path] as Json, {
      [operation.method]: operationObject(operation, { define, schemas, problem }),
    });
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Slugline",
      version,
      summary: "Short links and their statistics.",
      description:
        "Errors are `application/problem+json` (RFC 9457). Unknown body keys and parameters are ignored; a later version may add keys to responses. Every `get` path answers `HEAD` too. Every response has an `X-Request-Id`: that of the request, or a new one. The `Link` of a problem leads to its explanation.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: origin }],
    tags: [
      { name: "Links", description: "Links and what can be done with them." },
      { name: "Tags", description: "Names for groups of links." },
      { name: "Statistics", description: "Clicks of one link, of several and of all." },
      { name: "Messages", description: "Who gets events." },
      { name: "Service", description: "For the software around Slugline." },
    ],
    paths,
    components: {
      schemas: sorted(schemas),
      examples: Object.fromEntries(
        Object.entries(problems).map(([code, { title }]) => [
          code,
          { summary: title, value: problemExample(code as ErrorCode) },
        ]),
      ),
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "An API token from the dashboard's settings, or `API_TOKEN`.",
        },
        metricsToken: {
          type: "http",
          scheme: "bearer",
          description: "`METRICS_TOKEN`, which opens nothing else.",
        },
      },
    },
  };
}

interface Context {
  define: (schema: z.ZodType, io: "input" | "output") => Json;
  schemas: Record<string, Json>;
  problem: Json;
}

function operationObject(operation: Operation, context: Context): Json {
  const { id, tag, summary, description, access, role, body, path } = operation;
  const needed =
    access === "open"
      ? []
      : access === "metrics"
        ? [{ token: [] }, { metricsToken: [] }]
        : [{ token: [] }];
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => pathParameter(name ?? "", path)),
    ...parametersOf(operation.query, "query"),
    ...parametersOf(operation.headers, "header"),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    ...(role
      ? { "x-needs": `a token with the role ${role}` }
      : access === "write"
        ? { "x-needs": "a token with the role editor or owner" }
        : {}),
    security: needed,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: bodyContent(body, context) } } : {}),
    responses: responsesOf(operation, context),
  };
}

function pathParameter(name: string, path: string): Json {
  const place = { name, in: "path", required: true };
  if (name === "name")
    return {
      ...place,
      description: "The name of the tag, in any case.",
      schema: { type: "string" },
      example: "spring",
    };
  if (name === "file")
    return {
      ...place,
      description: "A client that `/api/docs` links to.",
      schema: { type: "string", enum: clientFiles },
      example: clientFiles[0],
    };
  if (name === "id" && path.startsWith("/api/shares/"))
    return {
      ...place,
      description: "The id of the share page.",
      schema: { type: "string" },
      example: exampleShare.id,
    };
  if (name === "id")
    return {
      ...place,
      description: "The id of the receiver.",
      schema: { type: "string" },
      example: exampleReceiver.id,
    };
  if (name === "visitor")
    return {
      ...place,
      description: "The `visitor` of one of `setAside`.",
      schema: { type: "string" },
      example: exampleSetAside.setAside[0]?.visitor,
    };
  return {
    ...place,
    description: "The slug of the link; case matters.",
    schema: { type: "string", pattern: slugPattern.source },
    example: "spring-sale",
  };
}

export function parametersOf(schema: z.ZodObject | undefined, place: "query" | "header"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = plain(z.toJSONSchema(schema, { io: "input" })) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, example, examples, ...rest }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description ? { description } : {}),
    // Also by default, but some generators join the values with commas unless it is said.
    ...(rest.type === "array" ? { style: "form", explode: true } : {}),
    schema: rest,
    example: example ?? (Array.isArray(examples) ? examples[0] : undefined),
  }));
}

function bodyContent(
  { name, content }: NonNullable<Operation["body"]>,
  { define, schemas }: Context,
): Json {
  return contentOf(content, (schema) => {
    // A body's schema is made for each service, so it cannot bring its name along.
    schemas[name] = define(schema, "input");
    return { $ref: `#/components/schemas/${name}` };
  });
}

function contentOf(content: Record<string, Content>, schemaOf: (schema: z.ZodType) => Json): Json {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema, example }]) => [
      type,
      {
        schema: schema ? schemaOf(schema) : unreadSchema(type),
        ...(example === undefined ? {} : { example }),
      },
    ]),
  );
}

/** Of a body that no schema of ours describes. */
function unreadSchema(type: string): Json {
  if (type === "application/json") return { type: "object" };
  return type === "image/png" ? { type: "string", format: "binary" } : { type: "string" };
}

function responsesOf(operation: Operation, { define, problem }: Context): Json {
  const responses: Record<string, Json> = {};
  for (const [status, { description, headers, content }] of Object.entries(operation.success)) {
    responses[status] = {
      description,
      ...headersObject({ ...headers, ...limitHeaders(operation) }),
      ...(Object.keys(content).length > 0
        ? { content: contentOf(content, (schema) => define(schema, "output")) }
        : {}),
    };
  }
  for (const [status, codes] of groupBy(problemsOf(operation), (code) => problems[code].status)) {
    // A health check has an answer of its own for 503.
    if (responses[status]) continue;
    responses[status] = {
      description: codes.map((code) => `\`${code}\`: ${problems[code].when}`).join(" "),
      ...headersObject({ ...headersOf(codes), ...limitHeaders(operation) }),
      content: {
        "application/problem+json": {
          schema: problem,
          examples: Object.fromEntries(codes.map((code) => [code, exampleRef(code)])),
        },
      },
    };
  }
  return responses;
}

const exampleRef = (code: ErrorCode) => ({ $ref: `#/components/examples/${code}` });
const header = (description: string) => ({ description, schema: { type: "string" } });

function headersObject(headers: Record<string, string>): Json {
  const entries = Object.entries(headers).map(([name, text]) => [name, header(text)] as const);
  return entries.length > 0 ? { headers: Object.fromEntries(entries) } : {};
}

function headersOf(codes: readonly ErrorCode[]): Record<string, string> {
  if (codes.includes("unauthorized")) return { "WWW-Authenticate": "`Bearer`" };
  const isTemporary = (["too_many_requests", "unavailable", "statistics_preparing"] as const).some(
    (code) => codes.includes(code),
  );
  return isTemporary ? { "Retry-After": "Seconds to wait before the next try." } : {};
}

/** Writes are limited for each token, unless the service says otherwise. */
function limitHeaders({ access }: Operation): Record<string, string> {
  if (access !== "write") return {};
  return {
    RateLimit: "How many writes this token has left in this minute.",
    "RateLimit-Policy": "How many writes a token may send in a minute.",
  };
}

/** The problems that an operation can answer with, by status. */
export function problemsOf({
  access,
  role,
  path,
  query,
  headers,
  body,
  problems: own = [],
}: Operation): ErrorCode[] {
  const isIn = (codes: ErrorCode[], holds: boolean) => (holds ? codes : []);
  const codes = new Set<ErrorCode>([
    ...always,
    ...isIn(["unauthorized", "too_many_requests"], access !== "open"),
    ...isIn(["forbidden"], access === "write" || role !== undefined),
    ...isIn(["outcome_unknown"], access === "write"),
    ...isIn(["not_found"], path.includes("{")),
    ...isIn(["validation_failed"], query !== undefined || headers !== undefined),
    ...isIn(
      ["validation_failed", "payload_too_large", "unsupported_media_type"],
      body !== undefined,
    ),
    ...isIn(
      ["malformed_json"],
      body !== undefined && Object.keys(body.content)[0] === "application/json",
    ),
    ...own,
  ]);
  return [...codes].sort(
    (a, b) => problems[a].status - problems[b].status || a.localeCompare(b, "en"),
  );
}

const always: ErrorCode[] = [
  "malformed_request",
  "uri_too_long",
  "headers_too_large",
  "request_timeout",
  "internal_error",
  "unavailable",
];

function problemExample(code: ErrorCode): Json {
  const error =
    code === "validation_failed"
      ? refusedFields([{ path: "url", code: "required", sentence: sentence("isRequired") }])
      : new SluglineError(code, "asIs", { text: problems[code].title });
  return problemMembers(error, "0b9c2f6e-7d1a-4e8e-9a51-3f3b8f1c2d4e");
}

function sorted<V>(record: Record<string, V>): Record<string, V> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b, "en")));
}
