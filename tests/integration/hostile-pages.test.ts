// Run: all
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { actionId, DashboardClient, owner, ownerEnv, type PageAnswer } from "../support/dashboard";
import { RawConnection } from "../support/raw-connection";
import { useService } from "../support/service";

/**
 * Requests to pages that no page of ours sends: each is refused in words, and none reaches more
 * than it asks for.
 */
const stranger = "127.0.0.2";
// Of this machine's addresses only the one that Next would call itself from is a trusted proxy.
const service = useService({
  env: { ...ownerEnv, TRUSTED_PROXIES: "127.0.0.1" },
});

type Fields = [string, string][];

function multipart(fields: Fields): { headers: Record<string, string>; body: string } {
  const parts = fields.map(
    ([name, value]) => `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    headers: { "Content-Type": "multipart/form-data; boundary=xx" },
    body: `${parts.join("")}--xx--\r\n`,
  };
}

/** What the sign-in page sends with scripts. */
const signInArguments = (password: string) =>
  multipart([
    ["_1_email", owner.email],
    ["_1_password", password],
    ["0", '[{},"$K1"]'],
  ]);

let signedIn: DashboardClient;

beforeAll(async () => {
  signedIn = new DashboardClient(service.server);
  expect((await signedIn.submit("/dashboard/sign-in", owner)).status).toBe(303);
});

async function post(
  path: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  who = signedIn,
): Promise<PageAnswer> {
  return who.send(path, { method: "POST", headers: { Origin: who.origin, ...headers }, body });
}

const call = (
  path: string,
  id: string,
  { headers, body }: { headers: Record<string, string>; body: string },
) => post(path, { headers: { ...headers, "Next-Action": id }, body });

const json = (body: string) => ({ headers: { "Content-Type": "text/plain;charset=UTF-8" }, body });

describe("a public peer that forges X-Forwarded-For", () => {
  const limits = async () =>
    (await service.sql(`SELECT "key" FROM "GuessLimit" WHERE "key" LIKE 'address:%'`)).length;

  /** Sends from an address that is no trusted proxy, and resolves with the status. */
  async function sendAs(
    from: string,
    path: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<number> {
    const { hostname, port } = new URL(service.server.url);
    const all = {
      Host: `${hostname}:${port}`,
      Origin: service.server.url,
      Connection: "close",
      "Content-Length": String(body.length),
      ...headers,
    };
    const socket = connect({ host: hostname, port: Number(port), localAddress: from });
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
    let text = "";
    for await (const chunk of socket) text += chunk;
    return Number(text.slice(9, 12));
  }

  it("an action works when a proxy sends another X-Forwarded-Host", async () => {
    const { headers, body } = signInArguments("wrong password");
    const hosts = {
      Host: "short.example",
      Origin: "http://short.example",
      "X-Forwarded-Host": "inner.example",
    };
    expect(
      await sendAs(
        "127.0.0.1",
        "/dashboard/sign-in",
        { ...headers, ...hosts, "Next-Action": actionId("submitSignIn") },
        body,
      ),
    ).toBe(200);
  });

  it("counts as one address for the limits, whatever path it posts the action to", async () => {
    const before = await limits();
    const { headers, body } = signInArguments("wrong wrong");
    const action = { ...headers, "Next-Action": actionId("submitSignIn") };
    for (const path of ["/", "/dashboard/setup", "/nothing/here"]) {
      for (let turn = 1; turn <= 3; turn++) {
        expect(
          await sendAs(
            stranger,
            path,
            { ...action, "X-Forwarded-For": `198.51.100.${turn}` },
            body,
          ),
        ).toBe(404);
      }
    }
    expect(await limits()).toBe(before);
    for (let turn = 1; turn <= 3; turn++) {
      expect(
        await sendAs(
          stranger,
          "/dashboard/sign-in",
          { ...action, "X-Forwarded-For": `198.51.100.${turn}` },
          body,
        ),
      ).toBe(200);
    }
    expect(await limits()).toBe(before + 1);
    expect(
      await sendAs(
        "127.0.0.1",
        "/dashboard/sign-in",
        { ...action, "X-Forwarded-For": "198.51.100.9" },
        body,
      ),
    ).toBe(200);
    expect(await limits()).toBe(before + 2);
  });
});

it("an action that redirects returns the target page, behind TLS too", async () => {
  for (const headers of [{}, { "X-Forwarded-Proto": "https" }]) {
    const form = signInArguments(owner.password);
    const who = new DashboardClient(service.server);
    const answer = await post(
      "/dashboard/sign-in",
      {
        body: form.body,
        headers: { ...form.headers, "Next-Action": actionId("submitSignIn"), ...headers },
      },
      who,
    );
    expect([answer.status, answer.headers["x-action-redirect"]]).toEqual([
      200,
      "/dashboard/overview;push",
    ]);
    expect(answer.headers["content-type"]).toBe("text/x-component");
    expect(answer.body).toContain("/_next/static/");
  }
  expect(service.server.output()).not.toContain("failed to get redirect response");
});

describe("a form with a session but without an origin", () => {
  it.each([
    "/api/../dashboard/settings/sessions",
    "/api/%2e%2e/dashboard/settings/sessions",
    "/dashboard/settings/sessions",
  ])("is refused at %s", async (path) => {
    const form = multipart([[`$ACTION_ID_${actionId("leave")}`, ""]]);
    expect((await post(path, { ...form, headers: { ...form.headers, Origin: "" } })).status).toBe(
      403,
    );
    expect((await signedIn.get("/dashboard/settings/tokens")).status).toBe(200);
  });
});

describe("no hostile request gets a 5xx or a stack trace", () => {
  const allowed: [string, string][] = [
    ["/mark.svg", "GET, HEAD"],
    ["/favicon.ico", "GET, HEAD"],
    ["/robots.txt", "GET, HEAD"],
    ["/sitemap.xml", "GET, HEAD"],
    ["/_next/static/chunks/none.js", "GET, HEAD"],
    ["/api/livez", "GET, HEAD"],
    ["/api/readyz", "GET, HEAD"],
    ["/dashboard/sign-in", "GET, HEAD, POST"],
    ["/dashboard/overview", "GET, HEAD, POST"],
    ["/dashboard/links/x", "GET, HEAD, POST"],
    ["/dashboard/links/x/export", "GET, HEAD"],
    ["/dashboard/ask/version", "GET, HEAD"],
    ["/dashboard/settings/data/import", "POST"],
  ];

  it.each([
    { Range: "bytes=9-1" },
    { Range: "bytes=9999999-" },
    { "If-Match": '"another"' },
    { "If-Unmodified-Since": "Mon, 01 Jan 2001 00:00:00 GMT" },
  ])("a file is sent whole in spite of %j", async (headers) => {
    const { status } = await fetch(`${service.server.url}/mark.svg`, {
      headers: headers as Record<string, string>,
    });
    expect(status).toBe(200);
  });

  it.each(allowed)("%s accepts %s and answers other methods with 405", async (path, allow) => {
    for (const method of ["OPTIONS", "PUT", "PATCH", "DELETE", "POST", "GET"].filter(
      (each) => !allow.includes(each),
    )) {
      const { status, headers, body } = await signedIn.send(path, {
        method,
        headers: { Origin: signedIn.origin },
      });
      expect([status, headers.allow, headers["content-type"]], method).toEqual([
        405,
        allow,
        "application/problem+json",
      ]);
      expect(JSON.parse(body).code).toBe("method_not_allowed");
    }
  });

  it.each(["*", "/x/y", "/_next", "/api/../x/y", "/dashboard"])("OPTIONS %s", async (target) => {
    expect((await signedIn.send(target, { method: "OPTIONS" })).status).toBeLessThan(500);
  });

  it.each(["x", "[", "%5B", "{}", "%00", "[1,2]", "[".repeat(3_000)])(
    "Next-Router-State-Tree: %s",
    async (tree) => {
      for (const path of ["/", "/x/y", "/dashboard/overview", "/dashboard/sign-in"]) {
        const asked = await signedIn.get(path, { RSC: "1" });
        const answer = await signedIn.get(asked.location ?? path, {
          RSC: "1",
          "Next-Router-State-Tree": tree,
        });
        expect([answer.status, answer.headers["content-type"]], path).toEqual([
          400,
          "application/problem+json",
        ]);
      }
    },
  );

  const bodies = [
    "",
    "x",
    "[",
    "{}",
    "null",
    '"$"',
    '["$F1"]',
    '["$@1"]',
    '["$h1"]',
    '["$1:a"]',
    '["$Q1"]',
    '[{"__proto__":{"then":1}}]',
  ];
  const values = [
    "[]",
    "[null]",
    "[1]",
    '["$K1"]',
    '[{"a":1}]',
    '[["x"]]',
    '[{},"text"]',
    '["$undefined",{}]',
    '["a","b","c"]',
  ];
  const pages: [string, string][] = [
    ["/dashboard/sign-in", "submitSignIn pickLanguage"],
    ["/dashboard/invite/x", "submitInvite"],
    ["/dashboard/reset/x", "submitReset"],
    ["/dashboard/unsubscribe/x", "submitUnsubscribe"],
    [
      "/dashboard/overview",
      "createLink updateLink updateLinks deleteLinks replaceInLinks undoJob stopJob undoReplacement checkPreview editChannels saveView removeView saveLanguage saveTheme saveShortcuts saveTimeZone",
    ],
    ["/dashboard/missed", "ignore"],
    ["/dashboard/settings/people", "withdraw remove makeReset invite changeRole"],
    ["/dashboard/settings/sessions", "endSession submitPassword"],
    ["/dashboard/settings/tokens", "submitToken revokeToken restoreToken"],
    ["/dashboard/setup", "submitSetUp"],
  ];

  it.each(pages)("arguments of the actions at %s", async (path, names) => {
    for (const name of names.split(" ")) {
      const id = actionId(name);
      for (const body of bodies)
        expect((await call(path, id, json(body))).status, `${name} ${body}`).toBe(400);
      for (const body of values)
        expect((await call(path, id, json(body))).status, `${name} ${body}`).toBeLessThan(500);
      for (const row of [...bodies, ...values])
        expect(
          (await call(path, id, multipart([["0", row]]))).status,
          `${name} ${row}`,
        ).toBeLessThan(500);
    }
  });

  const id = actionId("submitSignIn");
  const reference = (descriptor: string, rows: Fields = []): Fields => [
    ["$ACTION_REF_1", ""],
    ["$ACTION_1:0", descriptor],
    ...rows,
  ];
  const forms: [string, { headers: Record<string, string>; body: string }][] = [
    ["an empty form", multipart([])],
    ["no action", multipart([["a", "b"]])],
    ["a bogus id", multipart([["$ACTION_ID_x", ""]])],
    ["an unknown id", multipart([[`$ACTION_ID_${"4".repeat(42)}`, ""]])],
    ["an id of another page", multipart([[`$ACTION_ID_${actionId("leave")}`, ""]])],
    ["an action without its arguments", multipart([[`$ACTION_ID_${id}`, ""]])],
    ["a reference to nothing", multipart([["$ACTION_REF_1", ""]])],
    ["a reference to garbage", multipart(reference("x"))],
    ["bound arguments that are missing", multipart(reference(`{"id":"${id}","bound":"$@9"}`))],
    [
      "bound arguments that are garbage",
      multipart(reference(`{"id":"${id}","bound":"$@1"}`, [["$ACTION_1:1", "x"]])),
    ],
    ["a form that breaks off", { ...multipart([]), body: "--xx\r\nContent-Disp" }],
    ["no boundary", { headers: { "Content-Type": "multipart/form-data" }, body: "x" }],
    [
      "an encoded form",
      { headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: "a=b" },
    ],
  ];

  it.each(forms)("%s", async (_, form) => {
    for (const path of [
      "/",
      "/dashboard/sign-in?x",
      "/dashboard/setup",
      "/dashboard/invite/x",
      "/x/y",
      "/mark.svg",
      "/robots.txt",
      "/index.rsc",
    ]) {
      const { status } = await post(path, form);
      expect([400, 404, 405], path).toContain(status);
    }
    for (const path of ["/api", "/api/links", "/api/..", "/api/../api", "/api/livez"])
      expect((await post(path, form)).status, path).toBeLessThan(500);
  });

  it.each(["x", "4".repeat(42), "toString", "__proto__", actionId("submitSetUp")])(
    "the action id %s",
    async (bogus) => {
      for (const path of [
        "/",
        "/dashboard/overview",
        "/dashboard/sign-in",
        "/x/y",
        "/robots.txt",
        "/api/livez",
        "/index.rsc",
      ]) {
        expect([404, 405], path).toContain((await call(path, bogus, json("[]"))).status);
      }
    },
  );

  it("a form that is too large", async () => {
    const { status } = await call("/dashboard/sign-in", id, json(`["${"x".repeat(1_100_000)}"]`));
    expect(status).toBe(413);
  });

  const part = (head: string, value: string) =>
    `--xx\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  const raw = (...parts: string[]) => ({ ...multipart([]), body: `${parts.join("")}--xx--\r\n` });
  const row0 = part('name="0"', '[{},"$K1"]');

  it.each<[string, { headers: Record<string, string>; body: string }]>([
    ["a field that React reads as row 0", raw(part('name="00"', '["$F7"]'), row0)],
    ["a hexadecimal row 0", raw(part('name="0x0"', '["$F7"]'), row0)],
    ["a field without a name", raw(part('name=""', "x"), row0)],
    [
      "another charset",
      raw(part('name="0"\r\nContent-Type: text/plain; charset=utf-16le', "[{},{}]")),
    ],
    ["a control byte in the head of a part", raw(part('name="0"\r\nX-Y: \x01', "[{},{}]"))],
    [
      "a file in base64",
      raw(row0, part('name="_1_email"; filename="x"\r\nContent-Transfer-Encoding: base64', "%%%")),
    ],
    ["a NUL in a field", raw(row0, part('name="_1_email"', "a\0b"))],
  ])("arguments as multipart with %s", async (_, form) => {
    expect((await call("/dashboard/sign-in", actionId("submitSignIn"), form)).status).toBeLessThan(
      500,
    );
  });

  it("leaves no stack trace in the log", () => {
    expect(service.server.output()).not.toMatch(/\n\s+at |Error:/);
  });
});

/** Ports on which a process listens, as Linux tells them. */
function listeningPorts(pid: number): number[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).map(
      (fd) => /socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1],
    ),
  );
  const rows = readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .slice(1)
    .map((row) => row.trim().split(/\s+/));
  return rows
    .filter(([, , , state, , , , , , inode]) => state === "0A" && inodes.has(inode))
    .map(([, local = ""]) => Number.parseInt(local.split(":")[1] ?? "", 16));
}

it.runIf(process.platform === "linux")(
  "the web thread's port refuses requests without its key, including upgrades",
  async () => {
    await signedIn.get("/dashboard/overview");
    const [port = 0] = listeningPorts(service.server.process.pid ?? 0).filter(
      (each) => each !== Number(new URL(service.server.url).port),
    );
    for (const more of [
      "",
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\nSec-WebSocket-Version: 13\r\n",
      "X-Slugline-Peer: x 127.0.0.1\r\n",
    ]) {
      const connection = new RawConnection({ url: `http://127.0.0.1:${port}` });
      await connection.send(`GET /_next/webpack-hmr HTTP/1.1\r\nHost: x\r\n${more}\r\n`);
      expect((await connection.next())?.status).toBe(403);
      connection.abort();
    }
  },
);

it.each(["/nothing-here", "/robots.txt", "/api/livez", "/dashboard/sign-in"])(
  "a client that half-closes gets its response at %s",
  async (path) => {
    const connection = new RawConnection(service.server);
    await connection.send(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    connection.end();
    expect((await connection.next())?.status).toBe(path === "/nothing-here" ? 404 : 200);
    await connection.closed;
  },
);
