import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseAst } from "vitest/node";
import { withReferences } from "@/lib/texts/catalogue";
import { flatten, readFile } from "./support/catalogue-files";

interface UiString {
  place: string;
  text: string;
}

/** Each with what to say instead. */
const unwanted: [RegExp, string][] = [
  [/\bshort address(es)?\b/i, "short link"],
  [/\be-mail\b/i, "email"],
  [/\b(to mend|worry|worries)\b/i, "issue"],
  [/\b(drawn|draws?)\b/i, "generated, shown"],
  [/\b(is|are|was) away\b/i, "unavailable, down"],
  [/\b(told|tells)\b(?! apart)/i, "reported, shown"],
  [/\bfigures\b/i, "statistics"],
  [/\bwindow\b/i, "dialog or date range"],
  [/\bcapital and small letters\b/i, "upper and lower case"],
  [/\b(belong together|goes? by the rules|kept as a)\b|\bto go on\b/i, "the usual phrase"],
  [/(!|\.\.\.)$/, "no exclamation mark; … instead of three dots"],
];

/**
 * Writes every text of the dashboard to `test-results/ui-strings.txt`, to be read through in one
 * go.
 */
it("no text of the dashboard uses a word that we do not use", () => {
  const strings = [
    ...["app", "components", "lib"].flatMap(stringsIn),
    ...[...flatten(withReferences(readFile("en")))].map(([place, text]) => ({ place, text })),
  ];
  mkdirSync("test-results", { recursive: true });
  writeFileSync(
    "test-results/ui-strings.txt",
    strings.map(({ place, text }) => `${place}\t${text}\n`).join(""),
  );

  const known = ["Create link", "Incorrect email or password.", "Skip to content"];
  expect(strings.map(({ text }) => text)).toEqual(expect.arrayContaining(known));
  const faults = strings.flatMap(({ place, text }) =>
    unwanted
      .filter(([pattern]) => pattern.test(text))
      .map(([pattern, instead]) => `${place} ${text} (${pattern}: ${instead})`),
  );
  expect(faults).toEqual([]);
});

function stringsIn(folder: string): UiString[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes("generated"))
    .sort()
    .flatMap((path) => stringsOf(`${folder}/${path}`));
}

interface SyntaxNode {
  type: string;
  start: number;
  [property: string]: unknown;
}

function stringsOf(path: string): UiString[] {
  const source = readFileSync(path, "utf8");
  const found: UiString[] = [];
  const visit = (node: unknown) => {
    if (Array.isArray(node)) node.forEach(visit);
    if (!isNode(node) || isCode(node, source)) return;
    const text = textOf(node, source);
    if (text !== undefined && (node.type === "JSXText" || isSentence(text))) {
      found.push({ place: `${path}:${source.slice(0, node.start).split("\n").length}`, text });
    }
    Object.values(node).forEach(visit);
  };
  visit(parseAst(source, { lang: path.endsWith("x") ? "tsx" : "ts" }, path));
  return found;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value;
}

/** Literals that nobody reads on a page: imports, types, classes, log lines and SQL. */
function isCode(node: SyntaxNode, source: string): boolean {
  const begins = (pattern: RegExp) => pattern.test(source.slice(node.start, node.start + 40));
  switch (node.type) {
    case "JSXAttribute":
      return begins(/^(\w*[cC]lassName|href|id|key|d|viewBox|type|name)=/);
    case "CallExpression":
      return begins(/^(cn|buttonStyle|log\.\w+|console\.\w+|Prisma\.raw)\(/);
    case "NewExpression":
      return begins(/^new Error\(/);
    default:
      return /^(ImportDeclaration|Export\w+FromDeclaration|TaggedTemplateExpression|TS(Type|Interface)\w*)$/.test(
        node.type,
      );
  }
}

function textOf(node: SyntaxNode, source: string): string | undefined {
  if (node.type === "JSXText") return String(node.value).replace(/\s+/g, " ").trim() || undefined;
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral")
    return source.slice(node.start + 1, Number(node.end) - 1).replaceAll("${", "{");
  return undefined;
}

/** A capital letter first, then lower case: not an identifier, a class list, a header or SQL. */
function isSentence(text: string): boolean {
  const isProse =
    /^[A-Z{][^[\]<>]*$/.test(text) &&
    /[a-z]{2}/.test(text) &&
    (/\s/.test(text) || /^[A-Z][a-z]+…?$/.test(text));
  return isProse && !/^(SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(text);
}
