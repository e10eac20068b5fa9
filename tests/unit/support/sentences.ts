import { readdirSync, readFileSync } from "node:fs";
import { parseAst } from "vitest/node";

/**
 * The sentences that the sources at `paths` say: strings and templates that begin as one does and
 * end with a full stop, but no descriptions of the API. What a template inserts is `{}`.
 */
export function sentencesOf(paths: readonly string[]): { file: string; sentence: string }[] {
  return paths.flatMap((path) =>
    (path.endsWith(".ts") ? [path] : sourcesIn(path)).flatMap((file) =>
      textsOf(parseAst(readFileSync(file, "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" }))
        .filter((text) => /^(?:[A-Z]|\{\}).* .*(?:\.|\. \{\}|\.\{\})$/s.test(text))
        .map((sentence) => ({ file, sentence })),
    ),
  );
}

/** What the sources at `paths` note beside the name of an event, in the same form. */
export function detailsOf(paths: readonly string[]): string[] {
  const all = paths.flatMap(sourcesIn).map((file) => readFileSync(file, "utf8"));
  const noting = all.filter((source) =>
    /\brecord(?:Event|After|FailedSignIn)\b|\bpieces\b|Factor\(|finish\(/.test(source),
  );
  return noting.flatMap((source) => writtenIn(parseAst(source, { lang: "ts" })));
}

const namesOfDetails = /^(?:detail|how|lasts|what)$/;
const takingDetails = /^(?:recordFailedSignIn|addFactor|removeFactor|finish|openSession)$/;

function writtenIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { type, key, id, callee } = node as Partial<Node>;
  const isDetail =
    (type === "Property" && /^(?:detail|what)$/.test(key?.name ?? "")) ||
    (type === "VariableDeclarator" && namesOfDetails.test(id?.name ?? "")) ||
    (type === "CallExpression" && takingDetails.test(callee?.name ?? ""));
  return isDetail ? textsOf(withoutConditions(node)) : Object.values(node).flatMap(writtenIn);
}

function withoutConditions(node: unknown): unknown {
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return node.map(withoutConditions);
  return Object.fromEntries(
    Object.entries(node).map(([name, part]) => [
      name,
      name === "test" ? null : withoutConditions(part),
    ]),
  );
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes("generated"))
    .map((file) => `${folder}/${file}`);
}

function textsOf(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { type, value, quasis, callee, key } = node as Partial<Node>;
  if (type === "CallExpression" && /^(?:describe|meta)$/.test(callee?.property?.name ?? ""))
    return textsOf(callee);
  if (type === "Property" && key?.name === "description") return [];
  if (type === "Literal" && typeof value === "string") return [value];
  const below = Object.values(node).flatMap(textsOf);
  if (type !== "TemplateLiteral" || !quasis) return below;
  return [quasis.map((part) => part.value.cooked).join("{}"), ...below];
}

interface Node {
  type: string;
  value: unknown;
  quasis: { value: { cooked: string } }[];
  callee: { name?: string; property?: { name?: string } };
  key: { name?: string };
  id: { name?: string };
}
