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
  callee: { property?: { name?: string } };
  key: { name?: string };
}
