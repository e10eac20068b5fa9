// Run: all
import { beforeAll, describe, expect, it } from "vitest";
import { deleteOld } from "@/lib/service/retention";
import { DashboardClient } from "../support/dashboard";
import { inEnglish } from "../support/in-english";
import { createOwnService } from "../support/own-service";
import { ownerCommand } from "../support/owner-command";
import { appCode, secondStep, setUpApp } from "../support/second-factor";
import { useService } from "../support/service";

const password = "correct horse battery";
const hook = "http://127.0.0.1:9/hook";
const service = useService({
  env: {
    OWNER_EMAIL: "ann@example.com",
    OWNER_PASSWORD: password,
    RATE_LIMITS: "off",
    MESSAGE_ALLOW_HOSTS: new URL(hook).host,
  },
});
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const fromFirefox = { "User-Agent": firefox };

let next = 0;
const client = () => new DashboardClient(service.server, `198.51.100.${++next}`);
const ann = "ann (ann@example.com)";
const people = "/dashboard/settings/people";
const tokens = "/dashboard/settings/tokens";
const sessions = "/dashboard/settings/sessions";

interface Row {
  event: string;
  by: string | null;
  about: string | null;
  detail: string | null;
  browser: string | null;
  count: number;
}

/** What was noted since the last call. */
async function noted(): Promise<Row[]> {
  const rows = await service.sql<Row>(
    `DELETE FROM "AuditEvent" RETURNING "id", "event", "by", "about", "detail", "browser", "count"`,
  );
  return (rows as (Row & { id: string })[])
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id: _, ...row }) => inEnglish(row));
}

const row = (event: string, rest: Partial<Row> = {}): Row => ({
  ...{ event, by: ann, about: null, detail: null, browser: null, count: 1 },
  ...rest,
});

const signIn = async (who: DashboardClient, email = "ann@example.com", secret = password) =>
  who.submit("/dashboard/sign-in", { email, password: secret }, fromFirefox);
const idOf = async (email: string) =>
  (await service.sql<{ id: string }>(`SELECT "id" FROM "Owner" WHERE "email" = $1`, [email]))[0]
    ?.id ?? "";
const linkIn = (body: string) => /\/dashboard\/(?:invite|reset)\/[\w-]+/.exec(body)?.[0] ?? body;

let owner: DashboardClient;
beforeAll(async () => {
  expect(await noted()).toEqual([
    row("person-added", { by: "Environment", about: ann, detail: "Owner" }),
  ]);
  owner = client();
  await signIn(owner);
  await noted();
});

describe("sign-ins", () => {
  it("are noted with the kind of browser, and sign-outs too", async () => {
    const who = client();
    await signIn(who);
    const other = client();
    await signIn(other);
    await who.callAction(sessions, "endOtherSessions", []);
    await who.callAction(sessions, "leave", []);
    const browser = "Firefox on Windows";
    expect(await noted()).toEqual([
      row("signed-in", { browser, detail: "with a password" }),
      row("signed-in", { browser, detail: "with a password" }),
      row("sessions-ended"),
      row("signed-out"),
    ]);
    owner = client();
    await signIn(owner);
    await noted();
  });

  it("that fail are counted by account, and without a name if there is no such account", async () => {
    for (const email of ["ann@example.com", "secret-typed-here@example.com", "other@example.com"]) {
      for (let i = 0; i < 3; i++) await signIn(client(), email, "wrong wrong wrong");
    }
    const failed = { by: null, browser: "Firefox on Windows" };
    expect(await noted()).toEqual([
      row("sign-in-failed", { ...failed, about: ann, count: 3 }),
      row("sign-in-failed", { ...failed, count: 6 }),
    ]);
  });
});

it("people, roles and passwords are noted, and stay when the person is gone", async () => {
  await owner.callAction(people, "invite", ["reader", "cleo@example.com"]);
  const [invite] = await service.sql<{ id: string }>(
    `SELECT encode("hash", 'hex') AS "id" FROM "OwnerInvite"`,
  );
  await owner.callAction(people, "withdraw", [invite?.id]);
  const path = linkIn((await owner.callAction(people, "invite", ["editor"])).body);
  const bob = client();
  await bob.submit(path, { email: "bob@example.com", name: "Bob", password }, fromFirefox);
  const id = await idOf("bob@example.com");
  await owner.callAction(people, "changeRole", [id, "reader"]);
  await owner.callAction(people, "changeRole", [id, "reader"]);
  const reset = linkIn((await owner.callAction(people, "makeReset", [id])).body);
  await client().submit(reset, { password: `${password} 2` });
  const changed = { currentPassword: `${password} 2`, newPassword: password };
  await signIn(bob, "bob@example.com", `${password} 2`);
  await bob.callFormAction(sessions, "submitPassword", changed);
  // The first was right, and is wrong now.
  await bob.callFormAction(sessions, "submitPassword", changed);
  await bob.callFormAction(sessions, "submitRecoveryCodes", {
    currentPassword: "wrong wrong wrong",
  });
  await owner.callAction(people, "remove", [id]);
  const by = "Bob (bob@example.com)";
  const browser = "Firefox on Windows";
  expect(await noted()).toEqual([
    row("person-invited", { about: "cleo@example.com", detail: "Reader" }),
    row("invitation-withdrawn", { about: "cleo@example.com", detail: "Reader" }),
    row("person-invited", { detail: "Editor" }),
    row("person-added", { by, about: by, browser, detail: "Editor, invited by ann" }),
    row("signed-in", { by, browser, detail: "with a password" }),
    row("role-changed", { about: by, detail: "Editor to Reader" }),
    row("password-link-made", { about: by }),
    row("password-changed", { by, detail: "with a link" }),
    row("signed-in", { by, detail: "with a password" }),
    row("signed-in", { by, browser, detail: "with a password" }),
    row("password-changed", { by }),
    row("wrong-password", { by, count: 2 }),
    row("person-removed", { about: by, detail: "Reader" }),
  ]);
});

it("second factors are noted", async () => {
  const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
  const given = { currentPassword: password };
  await setUpApp(owner, password, secret);
  await owner.callFormAction(sessions, "submitRecoveryCodes", given);
  const half = client();
  await signIn(half);
  await half.submit(secondStep, { code: "000000" });
  await half.submit(secondStep, { code: appCode(secret) });
  await owner.callFormAction(sessions, "submitAppRemoval", given);
  const detail = "Authenticator app";
  expect(await noted()).toEqual([
    row("factor-set-up", { detail }),
    row("recovery-codes-made"),
    row("sign-in-failed", { by: null, about: ann, detail: "at the second step" }),
    row("signed-in", { detail: "with a password and a code" }),
    row("factor-removed", { detail }),
    row("sessions-ended"),
  ]);
});

it("receivers of messages are noted", async () => {
  const messages = "/dashboard/settings/messages";
  const given = { name: "Chat", kind: "webhook", url: hook, events: ["link.created"] };
  const { body } = await owner.callAction(messages, "addReceiver", [
    { ...given, enabled: false },
    "attempt",
  ]);
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(body)?.[0];
  await owner.callAction(messages, "saveReceiver", [id, { name: "Team" }]);
  await owner.callAction(messages, "removeReceiver", [id]);
  expect(await noted()).toEqual([
    row("receiver-added", { about: "Chat" }),
    row("receiver-changed", { about: "Team", detail: "name" }),
    row("receiver-removed", { about: "Team" }),
  ]);
});

it("tokens and settings are noted, and what changes nothing is not", async () => {
  const { body } = await owner.callFormAction(tokens, "submitToken", {
    ...{ name: "Release", role: "editor", expiresInDays: "30" },
  });
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(body)?.[0];
  for (const name of ["revokeToken", "revokeToken", "restoreToken"]) {
    await owner.callAction(tokens, name, [id]);
  }
  const settings = { SITE_NAME: "Acme", HOME_URL: "" };
  for (let i = 0; i < 2; i++) {
    await owner.callFormAction("/dashboard/settings/public", "submitSettings", settings);
  }
  expect(await noted()).toEqual([
    row("token-created", { about: "Release", detail: "Editor, expires in 30 days" }),
    row("token-revoked", { about: "Release" }),
    row("token-restored", { about: "Release" }),
    row("settings-changed", { detail: "SITE_NAME" }),
  ]);
});

it("exports and imports are noted, also those of tokens", async () => {
  const file = "url,slug\nhttps://example.com/,one\nhttps://example.com/,two\n";
  const send = (path: string, body?: string) =>
    owner.send(path, {
      method: body === undefined ? "GET" : "POST",
      headers: { Origin: service.server.url, "Content-Type": "text/csv", ...fromFirefox },
      ...(body === undefined ? {} : { body }),
    });
  const importPath = "/dashboard/settings/data/import";
  expect((await send(`${importPath}?dryRun=true`, file)).status).toBe(200);
  const importing = await send(importPath, file);
  expect(importing.status).toBe(200);
  // Nothing is created, so nothing is noted.
  await send(importPath, file);
  for (let i = 0; i < 2; i++) await send("/dashboard/settings/data/export?format=json");
  await send("/dashboard/links/one/export?what=clicks");
  const text = (
    await owner.callFormAction(tokens, "submitToken", {
      ...{ name: "Script", role: "editor", expiresInDays: "" },
    })
  ).body;
  const token = /slg_[\w-]{43}/.exec(text)?.[0] ?? "";
  const get = (path: string, method = "GET") =>
    fetch(service.server.url + path, { method, headers: { Authorization: `Bearer ${token}` } });
  await (await get("/api/links/export.csv")).text();
  await get("/api/links/export.csv", "HEAD");
  await (await get("/api/links/two/clicks.csv")).text();
  const { importId } = (await (
    await fetch(`${service.server.url}/api/links/import`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "text/csv" },
      body: "url,slug\nhttps://example.com/,three\n",
    })
  ).json()) as { importId: string };
  await fetch(`${service.server.url}/api/links/import?undo=${importId}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
  });
  const by = "token Script";
  const browser = "Firefox on Windows";
  expect(await noted()).toEqual([
    row("imported", { browser, detail: "2 links from a file" }),
    row("exported", { browser, detail: "Links as JSON", count: 2 }),
    row("exported", { browser, detail: "Clicks of /one as CSV" }),
    row("token-created", { about: "Script", detail: "Editor, never expires" }),
    row("exported", { by, detail: "Links as CSV" }),
    row("exported", { by, detail: "clicks of a link as CSV" }),
    row("imported", { by, detail: "1 link from a file" }),
    row("import-undone", { by, detail: "1 deleted, 0 kept" }),
  ]);
});

describe("Settings > Activity", () => {
  const page = "/dashboard/settings/activity";
  const text = (html: string) =>
    html.replaceAll(/<script\b.*?<\/script>/gs, "").replaceAll(/<[^>]+>/g, " ");
  const titles = async (query: string) => {
    const { body } = await owner.get(`${page}${query}`);
    const table = /<tbody.*?<\/tbody>/s.exec(body)?.[0] ?? "";
    return table
      .split("<tr")
      .slice(1)
      .map((each) => text(`<tr${each}`).replaceAll(/\s+/g, " ").trim());
  };

  it("shows the latest first, filtered by person, kind and dates", async () => {
    const at = new Date();
    const day = (offset: number) =>
      new Date(at.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
    await service.sql(
      `INSERT INTO "AuditEvent" ("id", "at", "event", "byId", "by", "aboutId", "about", "detail") VALUES
       ('01900000-0000-7000-8000-000000000001', $1::timestamptz - interval '10 days', 'signed-in', 'owner:gone', 'Gone (gone@example.com)', NULL, NULL, NULL),
       ('01900000-0000-7000-8000-000000000002', $1::timestamptz, 'role-changed', 'owner:x', 'Xenia (x@example.com)', 'owner:gone', 'Gone (gone@example.com)', 'editor to reader'),
       ('01900000-0000-7000-8000-000000000003', $1::timestamptz, 'of-a-later-version', 'command-line', 'Command line', NULL, '=1+1', NULL)`,
      [at.toISOString()],
    );
    const all = await titles("");
    expect(all).toHaveLength(3);
    expect(all[0]).toMatch(/^Command line of-a-later-version =1\+1 /);
    expect(all[1]).toMatch(
      /^Xenia \(x@example\.com\) Changed a role Gone \(gone@example\.com\), editor to reader /,
    );
    expect(await titles("?person=owner:gone")).toEqual(all.slice(1));
    expect(await titles("?kind=roles")).toEqual([all[1]]);
    expect(await titles(`?to=${day(-5)}`)).toEqual([all[2]]);
    expect(await titles(`?from=${day(0)}&kind=sign-ins`)).toEqual([]);
    expect(await titles("?page=2")).toEqual([]);
    // Filters that are not valid are left out.
    expect(await titles("?kind=x&from=2026-99-99&to=&page=-1&person=")).toEqual(all);
    const { body } = await owner.get(page);
    expect(body).toContain("Gone (gone@example.com)</option>");
  });

  it("is exported as CSV without formulas, which is noted too", async () => {
    const { body, headers } = await owner.get(`${page}/export?person=command-line`);
    expect(headers["content-disposition"]).toMatch(/^attachment; filename="activity-[\d-]+\.csv"$/);
    const [head, line, ...rest] = body.trimEnd().split("\r\n");
    expect(head?.replaceAll(`"`, "")).toBe("at,kind,event,by,about,detail,browser,count,lastAt");
    expect(line).toContain('"of-a-later-version","Command line","\'=1+1"');
    expect(rest).toEqual([]);
    expect((await noted()).at(-1)).toEqual(row("exported", { detail: "Activity as CSV" }));
  });
});

it("commands are noted", async () => {
  const settings = { DATABASE_URL: service.databaseUrl, BASE_URL: service.server.url };
  await ownerCommand(["add", "cli@example.com", "--role", "reader"], settings);
  await ownerCommand(["reset", "ann@example.com"], settings);
  const by = "Command line";
  expect(await noted()).toEqual([
    row("person-invited", { by, about: "cli@example.com", detail: "Reader" }),
    row("password-link-made", { by, about: ann }),
  ]);
});

it("events are forgotten after 400 days, and no column has an address", async () => {
  await signIn(client());
  await service.sql(
    `INSERT INTO "AuditEvent" ("id", "at", "event") VALUES
     (gen_random_uuid(), now() - interval '401 days', 'settings-changed'), (gen_random_uuid(), now() - interval '399 days', 'signed-out')`,
  );
  const own = createOwnService(service.databaseUrl);
  await deleteOld("AuditEvent", new Date()).finally(() => own.stop());
  const rows = await service.sql(`SELECT * FROM "AuditEvent"`);
  expect(JSON.stringify(rows)).not.toMatch(/198\.51\.100/);
  const events = (await noted()).map(({ event }) => event);
  expect(events.toSorted()).toEqual(["signed-in", "signed-out"]);
});
