import { readFileSync } from "node:fs";
import { request } from "node:http";
import { request as secureRequest } from "node:https";

const actionsFile = ".next/server/server-reference-manifest.json";

export const owner = { email: "mara@example.com", password: "correct horse battery" };
/** Variables of a server whose first owner this is. */
export const ownerEnv = { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password };

/** The id of a server action in the build of this checkout. */
export function actionId(name: string): string {
  const { node } = JSON.parse(readFileSync(actionsFile, "utf8")) as {
    node: Record<string, { exportedName: string }>;
  };
  const [id] = Object.entries(node).find(([, { exportedName }]) => exportedName === name) ?? [];
  if (id === undefined) throw new Error(`${actionsFile} has no ${name}`);
  return id;
}

/** A page that has the action: Next answers 404 for it on others. */
export function pageOfAction(name: string): string {
  const { node } = JSON.parse(readFileSync(actionsFile, "utf8")) as {
    node: Record<string, { exportedName: string; workers: object }>;
  };
  const { workers = {} } =
    Object.values(node).find(({ exportedName }) => exportedName === name) ?? {};
  const pages = Object.keys(workers).map((worker) =>
    worker
      .replace(/^app/, "")
      .replace("/(app)", "")
      .replace(/\/page$/, ""),
  );
  const page = pages.find((page) => !page.includes("[")) ?? pages[0] ?? "/dashboard/links";
  return page.replace("[slug]", "known");
}

/** One response of the dashboard. Redirects are not followed. */
export interface PageAnswer {
  status: number;
  location: string | undefined;
  cookies: string[];
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** What a visitor reads of it, without the data of scripts, which has all texts of the page. */
  text: string;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A browser without scripts: it keeps cookies and submits forms as they are in the page. */
export class DashboardClient {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly server: { url: string },
    /** The client address in X-Forwarded-For, as a local proxy would send it. */
    private readonly address = "203.0.113.1",
    /** The address of this machine that requests come from. */
    private readonly localAddress?: string,
  ) {}

  get origin(): string {
    return this.server.url;
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<PageAnswer> {
    return this.send(path, { headers });
  }

  /** Drops a cookie, as if it had expired. */
  forget(cookie: string): void {
    this.cookies.delete(cookie);
  }

  /** Copies a cookie from another browser. */
  copy(cookie: string, other: DashboardClient): void {
    this.cookies.set(cookie, other.cookies.get(cookie) ?? "");
  }

  cookieNames(): string[] {
    return [...this.cookies.keys()];
  }

  /** Submits the form with a field of this name, including its hidden fields. */
  async submit(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    const [first = ""] = Object.keys(fields);
    return this.sendForm(path, { ...(await this.hiddenFields(path, first)), ...fields }, headers);
  }

  /** The hidden fields of the form with a field of this name. */
  async hiddenFields(path: string, field: string): Promise<Record<string, string>> {
    const { status, body } = await this.get(path);
    const form = body.split("<form").find((part) => part.includes(`name="${field}"`));
    if (!form)
      throw new Error(`${path} answered ${status} without a form for ${field}: ${pageText(body)}`);
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g)];
    return Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, decode(value)]));
  }

  sendForm(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    const { body, headers: type } = multipart(Object.entries(fields));
    return this.send(path, {
      method: "POST",
      body,
      headers: { Origin: this.origin, ...type, ...headers },
    });
  }

  /** Calls a server action of a page as its scripts do. */
  callAction(path: string, name: string, values: readonly unknown[]): Promise<PageAnswer> {
    const headers = {
      Origin: this.origin,
      "Next-Action": actionId(name),
      "Content-Type": "text/plain;charset=UTF-8",
    };
    return this.send(path, { method: "POST", headers, body: JSON.stringify(values) });
  }

  /** The same for an action that takes the state of a form and what it submits. */
  callFormAction(path: string, name: string, fields: Record<string, string>): Promise<PageAnswer> {
    const entries = Object.entries(fields).map(([field, value]): [string, string] => [
      `_1_${field}`,
      value,
    ]);
    // React reads the arguments when it gets to them, so the form comes first.
    const { body, headers } = multipart([...entries, ["0", '[null,"$K1"]']]);
    return this.send(path, {
      method: "POST",
      headers: { Origin: this.origin, "Next-Action": actionId(name), ...headers },
      body,
    });
  }

  /** Sends one request exactly as written. An Origin of "" is omitted. */
  send(path: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<PageAnswer> {
    const { protocol, hostname, port } = new URL(this.server.url);
    // Certificates of tests are self-signed.
    const connection = {
      hostname,
      port,
      rejectUnauthorized: false,
      ...(this.localAddress && { localAddress: this.localAddress, family: 4 }),
    };
    const open = protocol === "https:" ? secureRequest : request;
    const given = { "X-Forwarded-For": this.address, Cookie: this.cookieHeader(), ...headers };
    const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
    return new Promise((resolve, reject) => {
      const outgoing = open({ ...connection, path, method, headers: sent }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => (text += chunk));
        response.on("error", reject);
        response.on("end", () => {
          const cookies = response.headers["set-cookie"] ?? [];
          for (const cookie of cookies) this.keep(cookie);
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location,
            cookies,
            headers: response.headers,
            body: text,
            text: pageText(text),
          });
        });
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  }

  private keep(cookie: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === "" || /max-age=0/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function multipart(fields: [string, string][]): { headers: Record<string, string>; body: string } {
  const boundary = "----slugline-test";
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    body: `${parts.join("")}--${boundary}--\r\n`,
  };
}

function pageText(html: string): string {
  return html
    .replaceAll(/<!--.*?-->/gs, "")
    .replaceAll(/<(script|style|svg)\b.*?<\/\1>|<[^>]*>/gs, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function decode(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
