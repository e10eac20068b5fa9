import { readdirSync, readFileSync } from "node:fs";
import type { Random } from "@/scripts/random";
import { openApi } from "./openapi";
import { testToken } from "./server";

/** One request that is valid HTTP but unusual. */
export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** How it authenticates. */
  as: "stranger" | "token" | "session";
}

/** A documentation address, which the scraper never contacts. */
export const nowhere = "http://192.0.2.1/";
/** A name that nothing ever has. */
export const receiver = "http://receiver.invalid/";
/** The link and the tag that requests refer to, among unknown ones. */
export const fuzzedSlug = "fuzzed";
const methods = "GET GET GET HEAD POST POST POST PUT PATCH DELETE OPTIONS".split(" ");
const slugs = [
  "fuzzed",
  "fuzzed-2",
  "gone",
  "api",
  "__proto__",
  "constructor",
  "%66uzzed",
  "%E9",
  "%00",
  "%",
  "%2F",
  "a.b",
  "x".repeat(65),
  "fuzzed%0a",
  "bulk",
];
const otherPaths = [
  "/robots.txt",
  "/sitemap.xml",
  "/favicon.ico",
  "/mark.svg",
  "/_next/static/x.js",
  "/_next/data/x/y.json",
  "/_next/image?url=/mark.svg&w=64&q=75",
];
const parameters =
  "q enabled limit offset days format what check slug link by utm_source utm_medium utm_campaign _rsc page sort url title next __proto__ state tag tagMode notTag campaign channel destination createdBy cursor ifExists atomic from to size margin color level action signature keyword shorturl".split(
    " ",
  );
const values = [
  "",
  "1",
  "0",
  "-1",
  "1e9",
  "99999999999999999999",
  "true",
  "csv",
  "json",
  "null",
  "[]",
  "%",
  "%00",
  "%ff",
  "'",
  "a".repeat(2_000),
  "../..",
  "clickCount",
  "slug",
  "active",
  "return",
  "png",
  "0000-01-01",
  "9999-12-31",
  // A cursor of a list, and one of clicks.
  "eyJieSI6InNsdWciLCJ2YWx1ZSI6ImEiLCJpZCI6MX0",
  "A".repeat(32),
  nowhere,
  testToken,
  "shorturl",
  "expand",
  "db-stats",
];
const contentTypes = [
  "",
  "application/json",
  "application/json; charset=utf-16",
  "application/problem+json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "multipart/mixed; boundary=x",
  "text/plain",
  "text/csv",
  "text/x-component",
  "application/octet-stream",
  "application/xml",
  "image/png",
  "nonsense",
  ";",
];
const jsonValues = [
  "null",
  "7",
  "-0",
  "1e999",
  '"x"',
  '"\\u0000"',
  '"\\ud800"',
  "[]",
  "{}",
  "true",
  `"${nowhere}"`,
  `"${"a".repeat(3_000)}"`,
  `${"[".repeat(500)}${"]".repeat(500)}`,
  '{"__proto__":{"enabled":false}}',
  `[{"url":"${nowhere}"},{"slug":"fuzzed","title":"\\u0000"},null]`,
  '["fuzzed-2","\\u0000",7]',
];
const conditional = ["If-Match", "If-None-Match", "Idempotency-Key"];
const keys = [
  "url",
  "slug",
  "title",
  "enabled",
  "expiresAt",
  "tags",
  "note",
  "aliases",
  "keepOldSlug",
  "name",
  "color",
  "create",
  "update",
  "delete",
  "__proto__",
  "constructor",
  "toString",
  "links",
  "",
];
const partNames = [
  "0",
  "1",
  "1_0",
  "$ACTION_ID_",
  "$ACTION_REF_1",
  "$ACTION_1:0",
  "$ACTION_1:1",
  "$ACTION_KEY",
  "email",
  "password",
  "action",
  "signature",
  "url",
  "format",
  "token",
  "__proto__",
  "",
];
const partValues = [
  "",
  "x",
  "[]",
  '["$K1"]',
  '["$F1"]',
  '["$@1"]',
  '["$1:constructor:constructor"]',
  '{"id":"x","bound":"$@1"}',
  "$undefined",
  '["$undefined",{}]',
  '"$L9"',
  "{",
];
const stateTrees = [
  "%zz",
  "x",
  "null",
  "[]",
  "%5B%22%22%5D",
  encodeURIComponent('["",{"children":["__PAGE__",{}]},null,null,true]'),
  "%5B".repeat(300),
];

/** The path of every page and route, with parameters still as placeholders. */
export function findRoutes(): string[] {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).map((file) =>
    file.replaceAll("\\", "/"),
  );
  const routes = files.filter((file) => /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(file));
  return routes.map(
    (file) =>
      `/${file
        .split("/")
        .slice(0, -1)
        .filter((part) => !part.startsWith("("))
        .join("/")}`,
  );
}

export interface FuzzedOperation {
  id: string;
  method: string;
  path: string;
  parameters: string[];
  /** Parameters that each request needs, with a value that is allowed. */
  required: string[];
  /** The keys of a JSON body; null if it takes none. */
  keys: string[] | null;
  /** The JSON body that the document shows. */
  example: string;
}

/** What stands for the names in curly brackets of a path, beside what no operation knows. */
export type Known = Record<string, string>;

interface Documented {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema?: { enum?: string[] } }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string }; example?: unknown }> };
}

/** Every operation of the OpenAPI document. */
export function findOperations(): FuzzedOperation[] {
  return Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Documented>).map(
      ([method, { operationId, parameters = [], requestBody }]) => {
        const body = requestBody?.content["application/json"];
        const name = body?.schema.$ref?.split("/").at(-1) ?? "";
        const properties = openApi.components.schemas[name]?.properties;
        return {
          id: operationId,
          method: method.toUpperCase(),
          path,
          parameters: parameters
            .filter((parameter) => parameter.in === "query")
            .map((parameter) => parameter.name),
          required: parameters.flatMap(({ name, in: place, required, schema }) =>
            place === "query" && required ? [`${name}=${schema?.enum?.[0] ?? ""}`] : [],
          ),
          keys: requestBody ? Object.keys(properties ?? {}) : null,
          example: JSON.stringify(body?.example ?? {}),
        };
      },
    ),
  );
}

/** A request for this operation whose slug, parameters and body are unusual. */
export function fuzzOperation(
  random: Random,
  { method, path, parameters, required, keys: known, example }: FuzzedOperation,
  given: Known,
): FuzzRequest {
  const names = [...parameters, ...parameters, "__proto__", ""];
  const query = [
    ...(required.length > 0 && random.chance(0.5) ? required : []),
    ...Array.from(
      { length: random.below(4) },
      () => `${random.pick(names)}=${random.pick(values)}`,
    ),
  ].join("&");
  const headers: Record<string, string> = {};
  if (random.chance(0.2))
    headers.Accept = random.pick([
      "text/plain",
      "image/png;q=x",
      "*/*;q=0",
      ",",
      "x".repeat(3_000),
    ]);
  if (known && random.chance(0.9))
    headers["Content-Type"] = random.chance(0.9) ? "application/json" : random.pick(contentTypes);
  const pair = () =>
    `${JSON.stringify(random.pick([...(known ?? []), ...keys]))}:${random.pick(jsonValues)}`;
  // Half of them have what is required, so that some get as far as the database.
  const valid = [`"url":"${nowhere}"`, `"name":"fuzzed ${random.below(20)}"`, `"ignored":true`];
  const pairs = [
    ...Array.from({ length: random.below(4) }, pair),
    ...(random.chance(0.5) ? valid : []),
  ];
  const body = known
    ? random.pick([
        `{${pairs.join(",")}}`,
        `{${pairs.join(",")}}`,
        random.pick(jsonValues),
        `{${pairs.join(",")}`,
        example
          .replace(/"(?:spring|spring-sale)"/g, `"${fuzzedSlug}"`)
          .replace(/"https?:[^"]*"/g, `"${path === "/api/webhooks" ? receiver : nowhere}"`)
          .replace(/("visitor":)"[^"]*"/, `$1"${given.visitor}"`),
      ])
    : "";
  return {
    method,
    path:
      path.replace(/\{(\w+)\}/g, (_, name) =>
        random.chance(0.5) ? (given[name] ?? fuzzedSlug) : random.pick(slugs),
      ) + (query && `?${query}`),
    headers,
    body,
    as: "token",
  };
}

/** The ids of all server actions of the build. */
export function findActionIds(): string[] {
  const { node } = JSON.parse(
    readFileSync(".next/server/server-reference-manifest.json", "utf8"),
  ) as { node: Record<string, unknown> };
  return Object.keys(node);
}

export function fuzzRequest(
  random: Random,
  routes: readonly string[],
  actionIds: readonly string[],
): FuzzRequest {
  const { method, route, as } = fuzzTarget(random, routes);
  const filled = route.replace(/\[+(?:\.\.\.)?[^\]]+\]+/g, () => random.pick(slugs));
  const query = Array.from(
    { length: random.below(4) },
    () => `${random.pick(parameters)}=${random.pick(values)}`,
  ).join("&");
  const path = filled + (query && `${filled.includes("?") ? "&" : "?"}${query}`);
  const headers: Record<string, string> = {};
  if (random.chance(0.2))
    headers["Next-Action"] = random.chance(0.7)
      ? random.pick(actionIds)
      : random.pick(["x", "0".repeat(42), ""]);
  if (random.chance(0.1)) headers.RSC = "1";
  if (random.chance(0.1)) headers["Next-Router-State-Tree"] = random.pick(stateTrees);
  if (random.chance(0.1)) headers["Next-Router-Prefetch"] = random.pick(["1", "2", "x"]);
  if (random.chance(0.1))
    headers.Accept = random.pick([
      "text/x-component",
      "application/json",
      "text/plain",
      "*/*;q=x",
      "text/html",
    ]);
  if (random.chance(0.1)) headers.Range = random.pick(["bytes=0-0", "bytes=9-1", "x"]);
  if (random.chance(0.1)) headers.Purpose = "prefetch";
  if (random.chance(0.2))
    headers[random.pick(conditional)] = random.pick([
      "",
      "*",
      "key",
      "\xe9",
      '"',
      '"a.b", "c"',
      "k".repeat(300),
    ]);
  if (random.chance(0.2))
    headers["User-Agent"] = random.pick([
      "Slackbot-LinkExpanding 1.0",
      "Googlebot/2.1",
      "x".repeat(3_000),
    ]);
  const body = ["GET", "HEAD", "OPTIONS"].includes(method)
    ? ""
    : fuzzBody(random, headers, actionIds);
  return { method, path, headers, body, as };
}

function fuzzTarget(
  random: Random,
  routes: readonly string[],
): Pick<FuzzRequest, "method" | "as"> & { route: string } {
  // Few requests made at random would reach the checks of a body, or a link that exists.
  if (random.chance(0.05)) return { method: "POST", route: "/api/links", as: "token" };
  if (random.chance(0.05)) return { method: "GET", route: `/${fuzzedSlug}`, as: "stranger" };
  const route = random.chance(0.9) ? random.pick(routes) : random.pick(otherPaths);
  return { method: random.pick(methods), route, as: random.pick(["stranger", "token", "session"]) };
}

function fuzzBody(
  random: Random,
  headers: Record<string, string>,
  actionIds: readonly string[],
): string {
  const contentType = random.pick(contentTypes);
  if (contentType) headers["Content-Type"] = contentType;
  switch (random.below(6)) {
    case 0:
      return "";
    case 1:
      return random.pick(jsonValues);
    case 2:
      return `{${Array.from({ length: random.below(5) }, () => `"${random.pick(keys)}":${random.pick(jsonValues)}`).join(",")}${random.chance(0.9) ? "}" : ""}`;
    case 3:
      return Array.from(
        { length: random.below(4) },
        () => `${random.pick(partNames)}=${random.pick(values)}`,
      ).join("&");
    case 4:
      return `url,title\n${nowhere},${random.pick(values)}\n"${random.pick(["x", '""', ","])}`;
    default:
      return multipart(random, actionIds);
  }
}

function multipart(random: Random, actionIds: readonly string[]): string {
  const parts = Array.from({ length: random.below(5) }, () => {
    const name = random.pick(partNames).replace(/_ID_$/, `_ID_${random.pick(actionIds)}`);
    const file = random.chance(0.1) ? '; filename="x"' : "";
    return `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${random.pick(partValues)}\r\n`;
  });
  return parts.join("") + random.pick(["--x--\r\n", "--x--", "--x", ""]);
}
