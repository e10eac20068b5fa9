import type { Operation } from "../../commands/operation";
import { quote } from "../../core/shell";
import { parametersOf } from "./openapi";

interface Sample {
  language: string;
  code: string;
}

/** How to call an operation, ready to paste. The token stays in the environment. */
export function codeSamples(operation: Operation, baseUrl: string): Sample[] {
  const { method, path, access, query, body, success } = operation;
  const [type, { example } = {}] = Object.entries(body?.content ?? {})[0] ?? [];
  const place = path.replace("{slug}", "spring-sale").replace("{name}", "spring");
  const required = parametersOf(query, "query").filter((parameter) => parameter.required);
  const given = new URLSearchParams(
    required.map(({ name, example }) => [String(name), String(example)]),
  );
  const call: Call = {
    method: method.toUpperCase(),
    url: baseUrl + place + (given.size > 0 ? `?${given}` : ""),
    needsToken: access !== "open",
    type: type ?? null,
    example,
    isJson: Object.values(success).some(({ content }) => content["application/json"] !== undefined),
    isEmpty: Object.values(success).every(({ content }) => Object.keys(content).length === 0),
  };
  return [
    { language: "curl", code: curl(call) },
    { language: "JavaScript", code: javascript(call) },
    { language: "Python", code: python(call) },
  ];
}

interface Call {
  method: string;
  url: string;
  needsToken: boolean;
  /** The media type of the body; null without one. */
  type: string | null;
  example: unknown;
  isJson: boolean;
  isEmpty: boolean;
}

const json = "application/json";

function curl({ method, url, needsToken, type, example }: Call): string {
  const data = type === json ? `-d ${quote(JSON.stringify(example))}` : "--data-binary @links.csv";
  const parts = [
    `curl -sS --fail-with-body${method === "GET" ? "" : ` -X ${method}`} ${quote(url)}`,
    ...(needsToken ? ['-H "Authorization: Bearer $SLUGLINE_TOKEN"'] : []),
    ...(type ? [`-H 'Content-Type: ${type}'`, data] : []),
  ];
  return parts.join(" \\\n  ");
}

function javascript({ method, url, needsToken, type, example, isJson, isEmpty }: Call): string {
  const headers = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a template string of the sample
    ...(needsToken ? ["Authorization: `Bearer ${process.env.SLUGLINE_TOKEN}`"] : []),
    ...(type ? [`"Content-Type": "${type}"`] : []),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(", ")} }`] : []),
    ...(type
      ? [
          `body: ${type === json ? `JSON.stringify(${JSON.stringify(example)})` : `await (await import("node:fs/promises")).readFile("links.csv")`}`,
        ]
      : []),
  ];
  const given = options.length > 0 ? `, {\n  ${options.join(",\n  ")},\n}` : "";
  const end = isEmpty ? "" : `\nconsole.log(await response.${isJson ? "json" : "text"}());`;
  return `const response = await fetch(${JSON.stringify(url)}${given});\nif (!response.ok) throw new Error((await response.json()).detail);${end}`;
}

function python({ method, url, needsToken, type, example, isJson, isEmpty }: Call): string {
  const headers = [
    ...(needsToken ? [`"Authorization": "Bearer " + os.environ["SLUGLINE_TOKEN"]`] : []),
    ...(type ? [`"Content-Type": "${type}"`] : []),
  ];
  const lines = [
    `    ${JSON.stringify(url)},`,
    `    method="${method}",`,
    ...(headers.length > 0 ? [`    headers={${headers.join(", ")}},`] : []),
    ...(type
      ? [
          `    data=${type === json ? `json.dumps(${pythonLiteral(example)}).encode()` : 'open("links.csv", "rb").read()'},`,
        ]
      : []),
  ];
  const read = isEmpty
    ? "print(response.status)"
    : isJson
      ? "print(json.load(response))"
      : "print(response.read().decode())";
  const modules = [
    ...(isJson || type === json ? ["json"] : []),
    ...(needsToken ? ["os"] : []),
    "urllib.request",
  ];
  return `import ${modules.join(", ")}\n\nrequest = urllib.request.Request(\n${lines.join("\n")}\n)\nwith urllib.request.urlopen(request) as response:\n    ${read}`;
}

/** JSON with Python's words for true, false and null. */
function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const pairs = Object.entries(value).map(
    ([key, inner]) => `${JSON.stringify(key)}: ${pythonLiteral(inner)}`,
  );
  return `{${pairs.join(", ")}}`;
}
