import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Call } from "./calls";

export const folder = "tests/generators";
const generated = join(folder, "generated");
export const documentFile = join(generated, "openapi.json");

export interface Target {
  url: string;
  token: string;
}

/** What a generator needs to know of an operation. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  hasQuery: boolean;
  /** The media types of the body; empty without one. */
  bodyTypes: string[];
  /** The media types of a success. */
  answers: string[];
}

export interface Generator {
  name: string;
  /** Writes the client into `to`. */
  generate: (to: string) => void;
  /** The beginning of a module with all calls. It defines what `call` uses. */
  head: (target: Target) => string;
  /**
   * An expression that makes the call, written as a user of the client would. Its promise has
   * `status` and `data`.
   */
  call: (call: Call, operation: Operation, to: string) => string;
}

/** Runs one of the packages of this folder, and throws what it printed if it fails. */
export function runTool(name: string, parameters: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(
    join(folder, "node_modules/.bin", name),
    parameters,
    { encoding: "utf8", maxBuffer: 2 ** 26 },
  );
  if (status !== 0)
    throw new Error(`${name} failed (${error?.message ?? status}):\n${stdout}${stderr}`);
  return stdout + stderr;
}

/** An empty folder for the client of a generator. */
export function freshFolder(name: string): string {
  const to = join(generated, name);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  return to;
}

const json = (value: unknown) => JSON.stringify(value);
/** An object literal with these members; those that the call does not have are left out. */
const members = (given: Record<string, unknown>, more: string[] = []) =>
  `{ ${[...Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${json(value)}`])), ...more].join(", ")} }`;
const isText = ({ answers }: Operation) =>
  answers.length > 0 && !answers.includes("application/json");
const bearer = ({ token }: Target) => json(`Bearer ${token}`);

/** The `data` of a client that keeps refusals apart. */
const ofPair = `
async function answer(sent: Promise<{ data?: unknown; error?: unknown; response?: Response }>) {
  const { data, error, response } = await sent;
  return { status: response?.status, data: error ?? data };
}
`;

const openapiTypescript: Generator = {
  name: "openapi-typescript",
  generate: (to) => runTool("openapi-typescript", [documentFile, "-o", join(to, "openapi.d.ts")]),
  head: (target) => `
import createClient from "openapi-fetch";
import type { paths } from "./openapi";
const client = createClient<paths>({ baseUrl: ${json(target.url)}, headers: { Authorization: ${bearer(target)} } });
${ofPair}`,
  call: ({ path, query, headers: header, body }, operation) => {
    const parameters = [path, query, header].some((given) => given !== undefined)
      ? [`params: ${members({ path, query, header })}`]
      : [];
    const more = [...parameters, ...(isText(operation) ? ['parseAs: "text"'] : [])];
    return `answer(client.${operation.method.toUpperCase()}(${json(operation.path)}, ${members({ body }, more)}))`;
  },
};

const heyApi: Generator = {
  name: "@hey-api/openapi-ts",
  generate: (to) => runTool("openapi-ts", ["-i", documentFile, "-o", to, "--silent"]),
  head: (target) => `
import { client } from "./client.gen";
import * as sdk from "./sdk.gen";
client.setConfig({ baseUrl: ${json(target.url)}, auth: () => ${json(target.token)} });
${ofPair}`,
  call: ({ id, path, query, headers, body }) =>
    `answer(sdk.${id}(${members({ path, query, headers, body })}))`,
};

/** Reads what Orval's own function does not: it takes every answer for JSON. */
const readAnswer = `
async function read(response: Response) {
  const type = response.headers.get("content-type") ?? "";
  return /[/+]json/.test(type) ? response.json() : response.text();
}
`;

const orvalFetch: Generator = {
  name: "orval fetch",
  generate: (to) => {
    writeFileSync(
      join(to, "send.ts"),
      `${readAnswer}
export const target = { url: "", authorization: "" };
export async function send<T>(path: string, options: RequestInit): Promise<T> {
  const headers = new Headers(options.headers);
  headers.set("Authorization", target.authorization);
  const response = await fetch(target.url + path, { ...options, headers });
  return { status: response.status, data: await read(response), headers: response.headers } as T;
}
`,
    );
    orval(
      {
        target: "client.ts",
        client: "fetch",
        override: { mutator: { path: "send.ts", name: "send" } },
      },
      to,
    );
  },
  head: (target) => `
import * as client from "./client";
import { target } from "./send";
target.url = ${json(target.url)};
target.authorization = ${bearer(target)};
`,
  call: ({ id, path = {}, query, headers, body }, { hasQuery, bodyTypes }) => {
    const given = [...Object.values(path), ...(bodyTypes.length > 0 ? [body] : [])].map(json);
    const rest = [
      ...(hasQuery ? [query === undefined ? "undefined" : json(query)] : []),
      ...(headers ? [members({ headers })] : []),
    ];
    return `client.${id}(${[...given, ...rest].join(", ")})`;
  },
};

const orvalZod: Generator = {
  name: "orval zod",
  generate: (to) => orval({ target: "schemas.ts", client: "zod" }, to),
  head: (target) => `
import type { ZodType, input } from "zod";
import * as zod from "./schemas";
${readAnswer}
interface Sent { query?: object; headers?: object; body?: unknown; schema?: ZodType }
async function send(method: string, path: string, { query = {}, headers = {}, body, schema }: Sent) {
  const url = new URL(path, ${json(target.url)});
  for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) url.searchParams.append(name, String(one));
  const type: Record<string, string> = body === undefined ? {} : { "Content-Type": typeof body === "string" ? "text/csv" : "application/json" };
  const init = { method, headers: { Authorization: ${bearer(target)}, ...type, ...headers } };
  const response = await fetch(url, body === undefined ? init : { ...init, body: typeof body === "string" ? body : JSON.stringify(body) });
  const data: unknown = response.status === 204 ? undefined : await read(response);
  return { status: response.status, data: response.ok && schema ? schema.parse(data) : data };
}
`,
  call: ({ id, path, query, headers, body, status = 200 }, { method, path: template }, to) => {
    const source = readFileSync(join(to, "schemas.ts"), "utf8");
    const parsed = (member: string, schema: string, value: unknown) => {
      if (value === undefined) return [];
      return [
        status === 400
          ? `${member}: ${json(value)}`
          : `${member}: zod.${schema}.parse(${json(value)} satisfies input<typeof zod.${schema}>)`,
      ];
    };
    const schema = source.includes(`export const ${id}Response =`)
      ? [`schema: zod.${id}Response`]
      : [];
    const sent = [
      ...parsed("query", `${id}QueryParams`, query),
      ...parsed("headers", `${id}Header`, headers),
      ...parsed("body", `${id}Body`, body),
      ...schema,
    ];
    return `send(${json(method.toUpperCase())}, ${json(pathOf(template, path))}, { ${sent.join(", ")} })`;
  },
};

function pathOf(template: string, path: Call["path"]): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path?.[name])),
  );
}

function orval(output: object, to: string): void {
  const config = join(to, "orval.config.cjs");
  writeFileSync(
    config,
    `module.exports = { api: ${json({ input: resolve(documentFile), output })} };\n`,
  );
  runTool("orval", ["--config", config]);
}

/** The type of Zodios without nesting. */
const flat = `type MapSchemaParameters<T, Frontend extends boolean = true> = T extends { name: string; schema: unknown }[]
  ? {
      [P in T[number] as P["name"]]: P["schema"] extends z.ZodType<any, any, any>
        ? Frontend extends true
          ? z.input<P["schema"]>
          : z.output<P["schema"]>
        : never;
    }
  : {};`;

/**
 * Zodios nests a type for each query parameter, and TypeScript gives up at about 36 of them; the
 * statistics have more, as docs/clients.md says.
 */
function unnestParameters(): void {
  const file = join(folder, "node_modules/@zodios/core/lib/utils.types.d.ts");
  const nested =
    /type MapSchemaParameters<T, Frontend extends boolean = true, Acc = \{\}> =.*?Acc>> : Acc : Acc : Acc;/s;
  const types = readFileSync(file, "utf8");
  if (types.includes(flat)) return;
  if (!nested.test(types)) throw new Error(`MapSchemaParameters is another type in ${file}`);
  writeFileSync(
    file,
    types.replace(nested, () => flat),
  );
}

const zodios: Generator = {
  name: "openapi-zod-client",
  generate: (to) => {
    unnestParameters();
    // Without the last option every answer that is not JSON is refused.
    const options = ["-o", join(to, "client.ts"), "--media-type-expr", "true"];
    runTool("openapi-zod-client", [documentFile, ...options]);
  },
  head: (target) => `
import { isAxiosError } from "axios";
import { createApiClient } from "./client";
const api = createApiClient(${json(target.url)}, { axiosConfig: { headers: { Authorization: ${bearer(target)} } } });
async function answer(sent: Promise<unknown>) {
  try {
    return { status: undefined, data: await sent };
  } catch (error) {
    const refused = error instanceof Error && isAxiosError(error.cause ?? error) ? (error.cause ?? error) : null;
    if (isAxiosError(refused) && refused.response) return { status: refused.response.status, data: refused.response.data as unknown };
    throw error;
  }
}
`,
  call: (
    { id, path: params, query: queries, headers, body },
    { method, bodyTypes: [bodyType] },
  ) => {
    const config = members({ params, queries, headers });
    // It knows a body by its first media type only.
    const sent = bodyType === "text/csv" && typeof body !== "string" ? json(body) : body;
    return `answer(api.${id}(${method === "get" ? config : `${json(sent) ?? "undefined"}, ${config}`}))`;
  },
};

export const generators: Generator[] = [openapiTypescript, heyApi, orvalFetch, orvalZod, zodios];
