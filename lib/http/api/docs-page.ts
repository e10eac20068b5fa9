import type { Operation } from "../../commands/operation";
import type { ErrorCode } from "../../core/errors";
import { problems } from "../../core/problems";
import { escapeHtml } from "../../pages/html";
import { codeSamples } from "./code-samples";
import { docsScript, docsStyle } from "./docs-assets";
import type { JsonSchema } from "./json-schema";
import { openApiDocument, problemsOf } from "./openapi";
import { operations } from "./operations";
import { clientFiles } from "./service-operations";

type Schemas = Readonly<Record<string, JsonSchema>>;

interface Documented {
  parameters?: {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: JsonSchema;
    example?: unknown;
  }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<
    string,
    {
      description: string;
      headers?: Record<string, { description: string }>;
      content?: Record<string, { schema: JsonSchema; example?: unknown }>;
    }
  >;
}

/**
 * The reference of the API at `origin`, with links at `baseUrl`, as one page that loads nothing
 * from elsewhere.
 */
export function docsPage(origin: string, baseUrl = origin): string {
  const { paths, components, info, tags } = openApiDocument(origin, baseUrl);
  const all = operations(baseUrl);
  const documentedOf = ({ path, method }: Operation) =>
    (paths[path] as Record<string, Documented>)[method] as Documented;
  const sections = tags.map(({ name, description }) => {
    const own = all.filter(({ tag }) => tag === name);
    return `<section aria-labelledby="tag-${name}"><h2 id="tag-${name}">${name}</h2><p>${inline(description)}</p>${own.map((operation) => operationHtml(operation, documentedOf(operation), components.schemas, origin)).join("")}</section>`;
  });
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<section class="card" aria-labelledby="schema-${name}"><h3 id="schema-${name}"><code>${name}</code></h3>${foldHtml("Fields", fieldsHtml(schema as JsonSchema))}</section>`,
  );
  const links = tags.map(({ name }) =>
    navGroup(
      name,
      all.filter(({ tag }) => tag === name).map(({ id, summary }) => [id, summary]),
    ),
  );
  const rest = navGroup("Reference", [
    ["problems", "Problems"],
    ["schemas", "Schemas"],
  ]);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>API · Slugline</title>
<link rel="icon" href="/mark.svg" type="image/svg+xml">
<style>${docsStyle}</style>
</head>
<body>
<header><a href="#main" class="skip">Skip to content</a><p><b>Slugline</b> API <span>${info.version}</span></p><a href="/api/openapi.json">OpenAPI document</a></header>
<div class="page">
<nav aria-label="Operations"><p class="find" hidden><label for="find">Find</label><input id="find" type="search" autocomplete="off" spellcheck="false"></p>${links.join("")}${rest}</nav>
<main id="main" tabindex="-1">
<h1>API of ${escapeHtml(new URL(origin).host)}</h1>
${introduction(origin, info.description)}
${sections.join("")}
<section aria-labelledby="problems"><h2 id="problems">Problems</h2><p>The <code>type</code> of a problem is <code>urn:slugline:problem:</code> and its code. Its <code>Link</code> header leads here.</p>${problemsHtml()}</section>
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>${schemas.join("")}</section>
</main>
</div>
<script>${docsScript}</script>
</body>
</html>
`;
}

function navGroup(title: string, links: string[][]): string {
  return `<h2>${title}</h2><ul>${links.map(([id, text = ""]) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`).join("")}</ul>`;
}

function introduction(origin: string, description: string): string {
  return `<p>Make a token under <a href="/dashboard/settings/tokens">Settings &gt; API</a> and send it with every request, as
<code>Authorization: Bearer</code>. The samples read it from the environment:</p>
${codeHtml(`export SLUGLINE_URL=${origin} SLUGLINE_TOKEN=slg_...`)}
<p>Clients without dependencies, which read both: ${clientFiles.map((name) => `<a href="/api/docs/${name}"><code>${name}</code></a>`).join(", ")}.</p>
<p>${inline(description)} Bodies are JSON of at most 64 KB unless an operation says otherwise. Samples of operations that take a file read <code>links.csv</code>. Times are ISO 8601 in UTC.</p>
<form class="card" id="token-form" hidden><label for="token">Token for trying requests on this page</label><input id="token" type="password" autocomplete="off" spellcheck="false"><p>It is kept in this page only, and sent to ${escapeHtml(origin)} only.</p></form>`;
}

function operationHtml(
  operation: Operation,
  documented: Documented,
  schemas: Schemas,
  origin: string,
): string {
  const { id, method, path, summary, description = "", access } = operation;
  const needs = {
    read: "Any token.",
    write: "A token that may write.",
    metrics: "Any token, or METRICS_TOKEN.",
    open: "No token.",
  }[access];
  const { parameters = [], requestBody } = documented;
  const body = Object.entries(requestBody?.content ?? {})[0];
  const details = `${parameters.length > 0 ? `<h4>Parameters</h4>${rowsHtml(parameters.map((one) => ({ ...one, path: one.name })))}` : ""}
${body ? `<h4>Body <code>${body[0]}</code></h4>${bodyHtml(body[1].schema, schemas)}` : ""}
<h4>Responses</h4>${responsesHtml(operation, documented)}
<h4>Samples</h4>${codeSamples(operation, origin)
    .map(
      ({ language, code }, index) =>
        `<details${index === 0 ? " open" : ""}><summary>${language}</summary>${codeHtml(code)}</details>`,
    )
    .join("")}`;
  return `<section class="card operation" aria-labelledby="${id}">
<h3 id="${id}">${escapeHtml(summary)}</h3>
<p class="path"><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path).replaceAll("/", "/<wbr>")}</code></p>
<p>${inline([description, needs].filter(Boolean).join(" "))}</p>
${foldHtml(body ? "Parameters, body, responses and samples" : "Parameters, responses and samples", details)}
${tryHtml(operation, documented)}
</section>`;
}

/** Closed, so that the page is a list at first. Links to what is inside open it, as a search does. */
function foldHtml(title: string, html: string): string {
  return `<details class="fold"><summary>${title}</summary>${html}</details>`;
}

/** The fields stand where somebody looks for them, not behind a link. */
function bodyHtml(schema: JsonSchema, schemas: Schemas): string {
  return fieldsHtml(schemas[nameOf(schema)] ?? schema);
}

function responsesHtml(operation: Operation, { responses }: Documented): string {
  const successes = Object.entries(responses).filter(([status]) => status in operation.success);
  const shown = successes.map(([status, { description, headers = {}, content = {} }]) => {
    const types = Object.entries(content).map(
      ([type, { schema }]) => `<code>${type}</code>${schema.$ref ? ` ${typeHtml(schema)}` : ""}`,
    );
    const names = Object.entries(headers).map(
      ([name, header]) => `<br><code>${name}</code>: ${inline(header.description)}`,
    );
    const example = Object.values(content).find((one) => one.example !== undefined)?.example;
    const json =
      example === undefined
        ? ""
        : `<details><summary>Example of ${status}</summary>${codeHtml(JSON.stringify(example, null, 2))}</details>`;
    return `<p><b>${status}</b> ${inline(description)} ${types.join(", ")}${names.join("")}</p>${json}`;
  });
  const codes = problemsOf(operation).filter(
    (code) => !(problems[code].status in operation.success),
  );
  return `${shown.join("")}<p>Problems: ${codes.map((code) => `<a href="#${code}"><code>${code}</code></a>`).join(", ")}.</p>`;
}

function problemsHtml(): string {
  const entries = Object.entries(problems) as [ErrorCode, (typeof problems)[ErrorCode]][];
  return `<dl class="card">${entries.map(([code, { status, when }]) => `<dt id="${code}"><code>${code}</code> <span>${status}</span></dt><dd>${inline(when)}</dd>`).join("")}</dl>`;
}

interface Row {
  path: string;
  schema: JsonSchema;
  required: boolean;
  description?: string;
  in?: string;
}

function fieldsHtml(schema: JsonSchema): string {
  return rowsHtml(rowsOf(schema, ""));
}

/** One row for each property, those of inner objects and of all alternatives included. */
function rowsOf({ properties = {}, required = [], anyOf = [] }: JsonSchema, prefix: string): Row[] {
  if (anyOf.length > 0) {
    const inAll =
      anyOf[0]?.required?.filter((name) => anyOf.every((one) => one.required?.includes(name))) ??
      [];
    const rows = anyOf.flatMap((one) => rowsOf({ ...one, required: inAll }, prefix));
    return [...new Map(rows.map((row) => [row.path, row])).values()];
  }
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = prefix + name;
    const row = {
      path,
      schema,
      required: required.includes(name),
      ...(schema.description ? { description: schema.description } : {}),
    };
    const [inner, mark] = schema.items ? [schema.items, `${path}[].`] : [schema, `${path}.`];
    return [row, ...rowsOf(inner, mark)];
  });
}

function rowsHtml(rows: Row[]): string {
  const row = ({ path, schema, required, description, in: place }: Row) =>
    `<dt><code>${path}</code> <span>${typeHtml(schema)}${required ? "" : ", optional"}${place === "header" ? ", header" : ""}</span></dt><dd>${inline(description ?? "")}</dd>`;
  return `<dl>${rows.map(row).join("")}</dl>`;
}

function typeHtml(schema: JsonSchema): string {
  if (schema.$ref) {
    const name = nameOf(schema);
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.enum)
    return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(" or ");
  if (schema.anyOf) return schema.anyOf.map(typeHtml).join(" or ");
  if (schema.allOf)
    return schema.allOf.flatMap((one) => (one.$ref ? [typeHtml(one)] : [])).join(" and ");
  if (schema.type === "array") return `list of ${typeHtml(schema.items ?? {})}`;
  const { type = "any", minimum, maximum } = schema;
  if (type === "integer" && maximum !== undefined)
    return `integer from ${minimum ?? 0} to ${maximum.toLocaleString("en")}`;
  return [type].flat().join(" or ");
}

function nameOf({ $ref = "" }: JsonSchema): string {
  return $ref.split("/").at(-1) ?? "";
}

/** A form that sends the request, for browsers that run the script of this page. */
function tryHtml({ id, method, path, body }: Operation, { parameters = [] }: Documented): string {
  const fields = parameters.map(({ name, in: place, example, required }) => {
    const value =
      required && example !== undefined ? ` value="${escapeHtml(String(example))}"` : "";
    return `<label for="${id}-${name}">${name}</label><input id="${id}-${name}" data-in="${place}" name="${name}"${value} spellcheck="false" autocomplete="off">`;
  });
  const [type, content] = Object.entries(body?.content ?? {})[0] ?? [];
  const example =
    type === "application/json"
      ? JSON.stringify(content?.example, null, 2)
      : String(content?.example ?? "");
  const area = type
    ? `<label for="${id}-body">Body</label><textarea id="${id}-body" data-type="${type}" rows="6" spellcheck="false">${escapeHtml(example)}</textarea>`
    : "";
  return `<details class="try" hidden><summary>Try it</summary><form data-method="${method.toUpperCase()}" data-path="${path}">${fields.join("")}${area}<button>Send ${method.toUpperCase()}</button><output aria-live="polite"></output></form></details>`;
}

/** Text with \`code\` in it. */
function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** What scrolls must be reachable by keyboard (WCAG 2.1.1). */
function codeHtml(code: string): string {
  return `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>`;
}
