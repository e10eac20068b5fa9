import { request } from "node:http";

export interface VisitAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export const browsers = {
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  windows:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36",
  slack: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  googlebot: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
};

/**
 * Sends one request exactly as written: `fetch` would normalise the path, follow redirects and add
 * headers.
 */
export function visit(
  server: { url: string },
  target: string,
  {
    method = "GET",
    headers = {},
    body: sent,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<VisitAnswer> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path: target, method, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => (body += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
      response.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end(sent);
  });
}

/** Sends a form as a browser does. */
export function postForm(
  server: { url: string },
  target: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const body = new URLSearchParams(fields).toString();
  const own = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(body.length),
  };
  return visit(server, target, { method: "POST", headers: { ...own, ...headers }, body });
}
