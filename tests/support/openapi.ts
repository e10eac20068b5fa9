import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { openApiDocument } from "@/lib/http/api/openapi";

interface DocumentedOperation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

export const openApi = openApiDocument("http://localhost");
const paths = openApi.paths as unknown as Record<string, Record<string, DocumentedOperation>>;

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
const checks = new Map<object, ValidateFunction>();

/** Its references lead to the components of the document. */
function checkOf(schema: object): ValidateFunction {
  const check = checks.get(schema) ?? ajv.compile({ ...schema, components: openApi.components });
  checks.set(schema, check);
  return check;
}

/** Whether a schema of the document allows this. */
export function isAllowed(schema: object, body: unknown): boolean {
  return checkOf(schema)(body) === true;
}

/**
 * The operation that answers this request; null if the document has none. A fixed path goes before
 * one with parameters.
 */
function findOperation(method: string, path: string): DocumentedOperation | null {
  const { pathname } = new URL(path, "http://localhost");
  const plain = pathname.replace(/(?<=.)\/$/, "");
  const matching = Object.keys(paths).filter((template) =>
    new RegExp(`^${template.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`).test(plain),
  );
  const template = matching.sort((a, b) => Number(a.includes("{")) - Number(b.includes("{")))[0];
  const name = method === "HEAD" ? "get" : method.toLowerCase();
  return (template && paths[template]?.[name]) || null;
}

/**
 * Fails the test if the document does not allow this response. `body` is parsed JSON, or undefined
 * for any other body.
 */
export function checkAgainstDocument(
  method: string,
  path: string,
  { status, headers }: Response,
  body: unknown,
): void {
  const found = findOperation(method, path);
  if (!found) return;
  const name = `${found.operationId}: ${status}`;
  const response = found.responses[String(status)];
  assert.ok(response, `${name} is not in the OpenAPI document`);
  const type = headers.get("content-type")?.split(";", 1)[0];
  if (method === "HEAD" || status === 204) return;
  const content = response.content?.[type ?? ""];
  assert.ok(content, `${name} ${type} is not in the OpenAPI document`);
  if (body === undefined) return;
  const check = checkOf(content.schema);
  assert.ok(check(body), `${name} ${ajv.errorsText(check.errors)}`);
}
