import { execFileSync } from "node:child_process";
import type { JsonSchema } from "../lib/http/api/json-schema";
import { openApiDocument } from "../lib/http/api/openapi";

export const clientFile = "docs/client/slugline.ts";

/** The content of that file: the same for every address, and formatted like all sources. */
export function formattedClient(): string {
  const input = typescriptClient(openApiDocument("http://localhost:3000"));
  return execFileSync("node_modules/.bin/biome", ["format", `--stdin-file-path=${clientFile}`], {
    input,
    encoding: "utf8",
  });
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: JsonSchema;
  }[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

function typescriptClient({ paths, components }: ReturnType<typeof openApiDocument>): string {
  const types = Object.entries(components.schemas).map(([name, schema]) =>
    declarationOf(name, schema as JsonSchema),
  );
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      functionOf(method.toUpperCase(), path, operation as Operation),
    ),
  );
  return `${head}\n${types.join("\n\n")}\n${runtime}${operations.join("\n\n")}\n  };\n}\n`;
}

function declarationOf(name: string, schema: JsonSchema): string {
  return schema.properties
    ? `export interface ${name} ${typeOf(schema)}`
    : `export type ${name} = ${typeOf(schema)};`;
}

function functionOf(
  method: string,
  path: string,
  { operationId, summary, description, parameters = [], requestBody, responses }: Operation,
): string {
  const query = parameters.filter((parameter) => parameter.in === "query");
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const isJson = bodyType === "application/json";
  const list = [
    ...parameters
      .filter((parameter) => parameter.in === "path")
      .map(({ name }) => `${name}: string`),
    ...(body
      ? [
          `body: ${isJson ? typeOf(body.schema) : "BodyInit"}${requestBody?.required ? "" : " | null"}`,
        ]
      : []),
    ...(query.length > 0
      ? [`query: ${queryType(query)}${query.some(({ required }) => required) ? "" : " = {}"}`]
      : []),
    "options: Options = {}",
  ];
  const target = `\`${path.replace(/\{(\w+)\}/g, (_, name: string) => `\${encodeURIComponent(${name})}`)}\``;
  const sent = [
    ...(body ? [isJson ? "json: body" : "body"] : []),
    ...(query.length > 0 ? ["query"] : []),
    "...options",
  ];
  const sentAs = sent.length === 1 ? "options" : `{ ${sent.join(", ")} }`;
  const [kind, type] = answerOf(responses);
  const doc = [summary, description].filter(Boolean).join(". ").replace(/\.?$/, ".");
  return `    /** ${doc} */\n    ${operationId}: (${list.join(", ")}): Promise<${type}> =>\n      ${kind}("${method}", ${target}, ${sentAs}),`;
}

function queryType(parameters: NonNullable<Operation["parameters"]>): string {
  return `{ ${parameters.map(({ name, required, schema }) => `${keyOf(name)}${required ? "" : "?"}: ${typeOf(schema)}`).join("; ")} }`;
}

/**
 * JSON is parsed, even if a client could ask for something else. Other answers are left to the
 * caller.
 */
function answerOf(responses: Operation["responses"]): [kind: string, type: string] {
  const contents = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status < "300" ? Object.entries(content) : [],
  );
  if (contents.length === 0) return ["none", "void"];
  const inJson = contents.filter(([type]) => type === "application/json");
  if (inJson.length === 0) return ["call", "Response"];
  return ["json", [...new Set(inJson.map(([, { schema }]) => typeOf(schema)))].join(" | ")];
}

function typeOf(schema: JsonSchema, indent = ""): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.allOf) return schema.allOf.map((one) => typeOf(one, indent)).join(" & ");
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, indent)).join(" | ");
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(" | ");
  switch (schema.type) {
    case "array": {
      const item = typeOf(schema.items ?? {}, indent);
      return / [|&] /.test(item) ? `(${item})[]` : `${item}[]`;
    }
    case "object":
      return objectType(schema, indent);
    case "integer":
      return "number";
    default:
      return schema.type ?? "unknown";
  }
}

function objectType(
  { properties, required = [], additionalProperties }: JsonSchema,
  indent: string,
): string {
  if (!properties)
    return `Record<string, ${typeof additionalProperties === "object" ? typeOf(additionalProperties, indent) : "unknown"}>`;
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const note = schema.description ? `${inner}/** ${schema.description} */\n` : "";
    return `${note}${inner}${keyOf(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema, inner)};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

const keyOf = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

const head = `// A client of the Slugline API. Generated by \`npm run client\` from GET /api/openapi.json: do not edit.
// Copy this file into your project; it needs nothing but fetch.
`;

const runtime = `
/** The API refused: \`problem.code\` says why, \`message\` what to do. */
export class SluglineError extends Error {
  readonly status: number;
  readonly problem: Problem | null;

  constructor(status: number, problem: Problem | null) {
    super(problem ? problem.detail : \`HTTP \${status}\`);
    this.name = "SluglineError";
    this.status = status;
    this.problem = problem;
  }
}

export interface Options {
  headers?: Record<string, string>;
  signal?: AbortSignal | null;
}

interface Sent extends Options {
  json?: unknown;
  body?: BodyInit | null;
  query?: Record<string, unknown>;
}

/** Lists become repeated parameters; undefined ones are left out. */
function withQuery(url: URL, query: Record<string, unknown>): URL {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const));
  for (const [name, value] of pairs) if (value !== undefined) url.searchParams.append(name, String(value));
  return url;
}

async function errorOf(response: Response): Promise<SluglineError> {
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json");
  return new SluglineError(response.status, isProblem ? ((await response.json()) as Problem) : null);
}

/** \`baseUrl\`: what short links begin with. \`token\`: from Settings > API. */
export function slugline({ baseUrl, token, fetch = globalThis.fetch }: { baseUrl: string; token: string; fetch?: typeof globalThis.fetch }) {
  const call = async (method: string, path: string, { json, body = null, query = {}, headers, signal = null }: Sent): Promise<Response> => {
    const authorization = { Authorization: \`Bearer \${token}\` };
    const response = await fetch(withQuery(new URL(path, baseUrl), query), {
      method,
      headers: json === undefined ? { ...authorization, ...headers } : { ...authorization, "Content-Type": "application/json", ...headers },
      body: json === undefined ? body : JSON.stringify(json),
      signal,
    });
    if (!response.ok) throw await errorOf(response);
    return response;
  };
  const json = async <T>(method: string, path: string, sent: Sent): Promise<T> => (await call(method, path, sent)).json() as Promise<T>;
  const none = async (method: string, path: string, sent: Sent): Promise<void> => void (await call(method, path, sent));

  return {
`;
