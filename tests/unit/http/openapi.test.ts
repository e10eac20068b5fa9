import { readdirSync, readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { clickRecordSchema, linkListSchema, linkSchema } from "@/lib/commands/response-schemas";
import { globalStatisticsSchema, linkStatisticsSchema } from "@/lib/commands/statistics-schemas";
import { problems } from "@/lib/core/problems";
import { openApiDocument, problemsOf } from "@/lib/http/api/openapi";
import { operations } from "@/lib/http/api/operations";
import type { Method } from "@/lib/http/methods";
import { checkAgainstDocument, isAllowed, openApi } from "../../support/openapi";
import { useService } from "../support/service";

const baseUrl = "https://go.example.com";
const all = operations(baseUrl);

interface Route {
  OPTIONS: (request: Request, context: { params: Promise<object> }) => Promise<Response> | Response;
}

/**
 * The methods of each route under /api, as it names them itself; the route for unknown paths has
 * none.
 */
async function routedOperations(): Promise<string[]> {
  useService({ API_TOKEN: "unit-test-token" });
  const files = readdirSync("app/api", { recursive: true, encoding: "utf8" }).map((file) =>
    file.replaceAll("\\", "/"),
  );
  const routes = files.filter((file) => file.endsWith("/route.ts") && !file.includes("[[..."));
  expect(routes.length).toBeGreaterThan(7);
  const found = routes.map(async (file) => {
    const path = `/api/${file.replace(/\/route\.ts$/, "").replace(/\[(\w+)\]/g, "{$1}")}`;
    const { OPTIONS } = (await import(/* @vite-ignore */ `../../../app/api/${file}`)) as Route;
    const headers = { Authorization: "Bearer unit-test-token" };
    const { status, headers: answered } = await OPTIONS(
      new Request(baseUrl + path, { method: "OPTIONS", headers }),
      { params: Promise.resolve({}) },
    );
    expect([path, status]).toEqual([path, 405]);
    const allowed = (answered.get("allow") ?? "").split(", ") as Method[];
    // A link may have the name of a fixed path as its slug. Then the operations of a link are
    // documented once, for all slugs.
    const ofLinks = ["/api/links/bulk", "/api/links/import", "/api/links/replace"].includes(path)
      ? ["GET", "PATCH", "DELETE"]
      : path === "/api/links/redirects"
        ? ["PATCH", "DELETE"]
        : [];
    return allowed
      .filter((method) => method !== "HEAD" && !ofLinks.includes(method))
      .map((method) => `${method.toLowerCase()} ${path}`);
  });
  return (await Promise.all(found)).flat();
}

/** Whether the document allows this body, by the name of its schema. */
function allows(name: string, body: object): boolean {
  return isAllowed({ $ref: `#/components/schemas/${name}` }, body);
}

describe("what the document says of bodies", () => {
  it.each([
    ["NewShare", { slug: "a" }, true],
    ["NewShare", { slug: "a", tag: "b" }, false],
    ["NewShare", {}, false],
    ["NewShare", { slug: "a", from: "2026-1-1" }, false],
    ["ReplacementRequest", { find: "a", replace: "b", scope: "text", q: "a" }, true],
    ["ReplacementRequest", { find: "a", replace: "b", scope: "text" }, false],
    ["ReplacementRequest", { find: "a", replace: "b", scope: "text", q: "a", tag: "b" }, false],
    ["NewLink", { url: "https://example.com/", expiresAt: "2026-05-06" }, true],
    ["NewLink", { url: "https://example.com/", expiresAt: "2026-W19-3T10Z" }, true],
    ["NewLink", { url: "https://example.com/", expiresAt: null, startsAt: null }, true],
    ["NewLink", { url: "https://example.com/", expiresAt: "tomorrow" }, false],
    ["NewLink", { url: "no address" }, false],
    ["NewLink", { url: "https://example.com/", tags: ["a,b"] }, false],
  ])("%s %j", (name, body, is) => {
    expect(allows(name, body)).toBe(is);
  });
});

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1", async () => {
    const result = await new Validator().validate(
      structuredClone(JSON.parse(JSON.stringify(openApi))),
    );
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    const broken = await new Validator().validate({
      ...JSON.parse(JSON.stringify(openApi)),
      paths: { x: { get: { responses: 7 } } },
    });
    expect(broken.valid).toBe(false);
  });

  it("has exactly the operations of the routes", async () => {
    const documented = all.map(({ method, path }) => `${method} ${path}`);
    expect(documented.sort()).toEqual((await routedOperations()).sort());
  });

  it("is the same each time, for each address", () => {
    const text = JSON.stringify(openApiDocument(baseUrl));
    expect(JSON.stringify(openApiDocument(baseUrl))).toBe(text);
    expect(JSON.parse(text).servers).toEqual([{ url: baseUrl }]);
    expect(text).not.toContain("undefined");
  });

  it("resolves all its references", () => {
    const text = JSON.stringify(openApi);
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, pointer]) => pointer ?? "",
    );
    expect(references.length).toBeGreaterThan(20);
    for (const pointer of references) {
      expect(
        pointer
          .split("/")
          .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], openApi),
        pointer,
      ).toBeDefined();
    }
  });

  it("has no defaults, which make fields required in generated clients, and no body that may be left out", () => {
    const parts: Record<string, unknown>[] = [];
    JSON.stringify(openApi, (_, value) => {
      if (typeof value === "object" && value !== null) parts.push(value);
      return value;
    });
    expect(parts.filter((part) => "default" in part)).toEqual([]);
    expect(parts.filter((part) => "enum" in part && part.type !== "string")).toEqual([]);
    const bodies = parts
      .filter((part) => "requestBody" in part)
      .map(({ requestBody }) => (requestBody as { required: boolean }).required);
    expect(bodies.length).toBeGreaterThan(5);
    expect(new Set(bodies)).toEqual(new Set([true]));
  });

  it("says of each list in a query that it is repeated, and of a picture that it is no text", () => {
    type Parameter = { schema: { type?: string; anyOf?: unknown }; explode?: boolean };
    const parameters = Object.values(openApi.paths).flatMap((methods) =>
      Object.values(methods).flatMap(
        (operation) => (operation as { parameters?: Parameter[] }).parameters ?? [],
      ),
    );
    expect(parameters.filter(({ schema }) => schema.type === undefined || schema.anyOf)).toEqual(
      [],
    );
    const lists = parameters.filter(({ schema }) => schema.type === "array");
    expect(lists.length).toBeGreaterThan(20);
    expect(new Set(lists.map(({ explode }) => explode))).toEqual(new Set([true]));
    expect(openApi.paths["/api/links/{slug}/qr"]).toMatchObject({
      get: { responses: { 200: { content: { "image/png": { schema: { format: "binary" } } } } } },
    });
  });

  it("describes an import as what it takes: a file as text, an array, or a string", () => {
    const { ImportFile } = openApi.components.schemas as Record<string, { anyOf: unknown[] }>;
    expect(ImportFile?.anyOf).toMatchObject([
      { type: "array", items: { type: "object" } },
      { type: "object", properties: { links: { type: "array" } } },
      { type: "string" },
    ]);
    const { requestBody } = (
      openApi.paths["/api/links/import"] as { post: { requestBody: object } }
    ).post;
    expect(requestBody).toMatchObject({
      required: true,
      content: { "text/csv": { schema: { type: "string" } } },
    });
  });

  it("says nothing that a reader would have to decode", () => {
    expect(JSON.stringify(openApi)).not.toMatch(/\\"id\\":\\"\w+\\"/);
  });

  it("has unique ids, and names every problem", () => {
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const codes = Object.keys(problems);
    expect(Object.keys(openApi.components.examples)).toEqual(codes);
    // A request that is no operation gets the first one, and a row of a bulk request the second.
    const elsewhere = ["method_not_allowed", "not_attempted"];
    expect(new Set(all.flatMap(problemsOf))).toEqual(
      new Set(codes.filter((code) => !elsewhere.includes(code))),
    );
  });

  const answers = all.flatMap(({ method, path, success }) =>
    Object.entries(success).flatMap(([status, { content }]) =>
      Object.entries(content).flatMap(([type, { example }]) =>
        example === undefined ? [] : [{ method, path, status, type, example }],
      ),
    ),
  );
  it.each(answers)(
    "has an example of $method $path that its own schema accepts",
    ({ method, path, status, type, example }) => {
      const response = new Response(null, {
        status: Number(status),
        headers: { "Content-Type": type },
      });
      checkAgainstDocument(
        method.toUpperCase(),
        path.replace("{slug}", "spring-sale"),
        response,
        example,
      );
    },
  );

  const bodies = all.flatMap(({ id, body }) =>
    Object.values(body?.content ?? {}).map((content) => ({ id, ...content })),
  );
  it.each(bodies)(
    "has an example of the body of $id that its handler accepts",
    ({ schema, example }) => {
      expect(schema?.safeParse(example).success ?? true).toBe(true);
    },
  );

  it("refuses what it does not describe", () => {
    const json = (status: number) =>
      new Response(null, { status, headers: { "Content-Type": "application/json" } });
    expect(() => checkAgainstDocument("GET", "/api/stats", json(200), { totalLinks: "1" })).toThrow(
      /getStatistics: 200/,
    );
    expect(() => checkAgainstDocument("GET", "/api/stats", json(418), {})).toThrow(
      /not in the OpenAPI document/,
    );
  });
});

/** The names in the list below a heading of the contract. */
function fieldsOf(heading: string): string[] {
  const contract = readFileSync("docs/api-contract.md", "utf8");
  const section = contract.split(`### ${heading}\n`)[1]?.split("\n#")[0] ?? "";
  return [...section.matchAll(/^- `([\w.]+)`:/gm)].map(([, name]) => name ?? "");
}

describe("the schemas of responses have exactly the fields of the contract", () => {
  const { range, lifetime } = linkStatisticsSchema.shape;
  const nested = [
    ...Object.keys(range.shape).map((key) => `range.${key}`),
    ...Object.keys(lifetime.shape).map((key) => `lifetime.${key}`),
  ];
  it.each([
    ["Link", Object.keys(linkSchema.shape)],
    ["Per-link statistics", [...Object.keys(linkStatisticsSchema.shape), ...nested]],
    ["Click record", Object.keys(clickRecordSchema.shape)],
    ["Global statistics", Object.keys(globalStatisticsSchema.shape)],
  ])("%s", (heading, keys) => {
    expect(keys.length).toBeGreaterThan(4);
    expect([...keys].sort()).toEqual(fieldsOf(heading).sort());
  });

  it.each([
    linkSchema,
    linkListSchema,
    linkStatisticsSchema,
    clickRecordSchema,
    globalStatisticsSchema,
  ])("and refuse others", (schema) => {
    const { error } = schema.safeParse({ surprise: 1 });
    expect(error?.issues).toContainEqual(
      expect.objectContaining({ code: "unrecognized_keys", keys: ["surprise"] }),
    );
  });
});
