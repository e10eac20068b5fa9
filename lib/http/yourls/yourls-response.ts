import { escapeHtml } from "../../pages/html";

/** Text, or an object of such values. */
interface Members {
  [name: string]: string | number | Members;
}

export interface YourlsAnswer {
  status: number;
  /** The whole answer in the format `simple`. */
  simple: string;
  members: Members;
  headers?: Record<string, string>;
}

/** Like YOURLS, everything but json and xml is `simple`. */
export function yourlsResponse(
  { status, simple, members, headers = {} }: YourlsAnswer,
  format = "json",
): Response {
  const [type, body] = encode(format, simple, members);
  return new Response(body, {
    status,
    headers: { ...headers, "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "no-store" },
  });
}

function encode(format: string, simple: string, members: Members): [type: string, body: string] {
  if (format === "json") return ["application/json", JSON.stringify(members)];
  if (format === "xml")
    return [
      "application/xml",
      `<?xml version="1.0" encoding="UTF-8"?>\n<root>${elements(members)}</root>\n`,
    ];
  return ["text/plain", simple];
}

function elements(members: Members): string {
  return Object.entries(members)
    .map(
      ([name, value]) =>
        `<${name}>${typeof value === "object" ? elements(value) : escapeHtml(allowed(String(value)))}</${name}>`,
    )
    .join("");
}

/** Without the characters that XML 1.0 has no way to write. */
function allowed(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "");
}
