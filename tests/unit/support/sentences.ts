import { readdirSync, readFileSync } from "node:fs";
import { parseAst } from "vitest/node";

/** What a template inserts is `{}`. */
interface Written {
  file: string;
  text: string;
}

/**
 * The strings and templates in the sources of `folder` that look like a sentence: a capital and
 * words in small letters, or several words and a full stop.
 */
export function sentencesIn(folder: string, isExempt: (file: string) => boolean): Written[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !file.includes("generated") && !isExempt(file))
    .flatMap((file) =>
      sentencesOf(readFileSync(file, "utf8"), file.endsWith("x") ? "tsx" : "ts").map((text) => ({
        file,
        text,
      })),
    );
}

export function sentencesOf(source: string, lang: "ts" | "tsx" = "ts"): string[] {
  return textsOf(parseAst(source, { lang })).filter(isSentence);
}

const isSentence = (text: string) =>
  !/^\s*(?:SELECT|CREATE|CASE|WITH|DELETE|INSERT|UPDATE)\s/.test(text) &&
  (/^\s*[A-Z][\w'-]*(?: \S+)*? [a-z]{2,}(?: |[.:?!])/.test(text) ||
    /[a-z]{2,} [^\n]*[a-z)}"]\.$/.test(text));

/** What is called for the log, the metrics, the terminal, the document of the API, or Postgres. */
const exempt =
  /^(?:debug|info|warn|error|fatal|trace|announce|gauge|counter|histogram|describe|meta|wholeNumber|rows|subject|name|date|query|raw|sql|\$(?:query|execute)Raw(?:Unsafe)?)$/;
/** Of objects that describe operations, problems and headers in the document of the API. */
const described = /^(?:description|summary|when|title|headers|[A-Z][\w-]*)$/;
/** Only developers read these: what others read is thrown as a SluglineError or a SaidError. */
const ofDevelopers = /^(?:Range|Type)?Error$/;

function textsOf(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { type, value, quasis } = node as Partial<Node>;
  if (isExempt(node as Partial<Node>)) return [];
  if (type === "CallExpression" && exempt.test(calledBy(node)))
    // What is before it, as in `z.string().describe("...")`.
    return textsOf((node as Node).callee.object);
  if (type === "Literal" && typeof value === "string") return [value];
  const below = Object.values(node).flatMap(textsOf);
  if (type !== "TemplateLiteral" || !quasis) return below;
  return [quasis.map((part) => part.value.cooked).join("{}"), ...below];
}

function isExempt(node: Partial<Node>): boolean {
  const { type = "", key } = node;
  if (type === "NewExpression") return ofDevelopers.test(calledBy(node));
  if (type === "TaggedTemplateExpression") return exempt.test(calledBy(node));
  if (type === "Property") return described.test(String(key?.name ?? key?.value ?? ""));
  return type === "ImportDeclaration" || type === "TSLiteralType";
}

function calledBy({ callee, tag }: Partial<Node>): string {
  const called = callee ?? tag;
  return called?.property?.name ?? called?.name ?? "";
}

interface Callee {
  name?: string;
  property?: { name?: string };
  object?: unknown;
}

interface Node {
  type: string;
  value: unknown;
  quasis: { value: { cooked: string } }[];
  callee: Callee;
  tag: Callee;
  key: { name?: string; value?: unknown };
}
