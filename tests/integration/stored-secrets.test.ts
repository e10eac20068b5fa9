// Run: all
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Secret } from "otpauth";
import { afterAll, expect, it } from "vitest";
import { DashboardClient } from "../support/dashboard";
import { listFiles } from "../support/search-files";
import { recoveryCodesIn, setUpApp } from "../support/second-factor";
import { useService } from "../support/service";

/**
 * Nothing secret is kept twice: what is secret goes in by every way there is, and neither it nor a
 * plain hash of it is found where it need not be.
 */
const secret = () => randomBytes(12).toString("hex");
const dataDir = mkdtempSync(join(tmpdir(), "slugline-secrets-"));
const owner = { email: "mara@example.com", password: secret() };
const service = useService({
  env: {
    ...{ OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password, DATA_DIR: dataDir },
    ...{ LOG_LEVEL: "debug", ACCESS_LOG: "all", YOURLS_API: "on", RATE_LIMITS: "off" },
    MESSAGE_ALLOW_HOSTS: "localhost:9443",
  },
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const algorithms = ["md5", "sha1", "sha256", "sha512"];
const digestsOf = (text: string) =>
  algorithms.map((algorithm) => createHash(algorithm).update(text).digest());

/** As a column or a file may have it. */
function formsOf(text: string): string[] {
  return [Buffer.from(text), ...digestsOf(text)].flatMap((bytes) => [
    bytes.toString("hex"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ]);
}

/** Each value of each column of each table, as text; bytea in hexadecimal. */
async function stored(): Promise<{ place: string; text: string }[]> {
  const tables = await service.sql<{ table: string }>(
    `SELECT table_name AS "table" FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const rows = await Promise.all(
    tables.map(async ({ table }) =>
      (await service.sql<{ row: object }>(`SELECT to_jsonb(t) AS "row" FROM "${table}" t`)).map(
        ({ row }) => ({ table, row }),
      ),
    ),
  );
  return rows.flat().flatMap(({ table, row }) =>
    Object.entries(row).map(([column, value]) => ({
      place: `${table}.${column}`,
      text: JSON.stringify(value),
    })),
  );
}

async function placesOf(text: string): Promise<string[]> {
  const files = listFiles(dataDir).map((path) => ({
    place: path,
    text: readFileSync(path, "utf8"),
  }));
  const all = [...(await stored()), ...files, { place: "log", text: service.server.output() }];
  const forms = [text, ...formsOf(text)];
  return all
    .filter((each) => forms.some((form) => each.text.includes(form)))
    .map(({ place }) => place);
}

/** Values of this shape in the answer of an action. */
const foundIn = (body: string, shape: RegExp) => {
  const [, found] = shape.exec(body) ?? [];
  if (found === undefined) throw new Error(`${shape} is not in ${body}`);
  return found;
};

it("nothing secret is kept twice, nor a hash of it that can be tried fast", async () => {
  const { api, server } = service;
  /** Each with the columns where it has to be. */
  const kept = new Map<string, string[]>([
    [owner.password, []],
    [server.token, []],
  ]);
  const requests: string[] = [];
  const put = (text: string, ...places: string[]) => {
    kept.set(text, places);
    return text;
  };
  const once = () => ({ headers: { "Idempotency-Key": randomUUID() } });
  const post = async <T>(path: string, body: object, options = once()) => {
    const answer = await api.call<T>("POST", path, body, options);
    requests.push(`POST ${path}\n${JSON.stringify(body)}`);
    expect([200, 201]).toContain(answer.status);
    return answer.body;
  };
  const url = "https://example.com/";

  // The API.
  const { slug } = await post<{ slug: string }>("/api/links", { url, password: put(secret()) });
  await api.call("PATCH", `/api/links/${slug}`, { password: put(secret()) });
  await post("/api/links/bulk", { links: [{ url, password: put(secret()) }] });
  const receiver = {
    ...{ name: "Hook", kind: "webhook", events: ["link.created"] },
    url: `https://localhost:9443/${put(secret(), "Receiver.url")}`,
  };
  const made = await post<{ secret: string }>("/api/webhooks", receiver);
  put(made.secret, "Receiver.secret");
  const share = { slug, days: 30, password: put(secret()) };
  const shared = await api.call<{ url: string }>("POST", "/api/shares", share);
  put(shared.body.url.split("/").at(-1) ?? "", "Share.hash");

  // YOURLS, with the token in the address, and guesses of strangers.
  const { token } = server;
  await fetch(`${server.url}/yourls-api.php?action=stats&format=json&signature=${token}`);
  await fetch(`${server.url}/yourls-api.php?action=stats&signature=${put(secret())}`);
  await api.call("GET", "/api/stats", undefined, { token: put(`slg_${secret()}`) });
  await fetch(`${server.url}/${slug}`, {
    method: "POST",
    body: new URLSearchParams({ password: put(secret()) }),
    redirect: "manual",
  });

  // The dashboard.
  const who = new DashboardClient(server);
  const stranger = new DashboardClient(server, "203.0.113.9");
  await stranger.submit("/dashboard/sign-in", { ...owner, password: put(secret()) });
  await who.submit("/dashboard/sign-in", owner);
  const act = async (page: string, name: string, values: unknown[]) => {
    const { status, body } = await who.callAction(page, name, values);
    expect(body).not.toContain('"ok":false');
    requests.push(JSON.stringify(values.slice(0, -1)));
    expect(status).toBe(200);
    return body;
  };
  const list = "/dashboard/links";
  await act(list, "createLink", [{ url, password: put(secret()) }, [], randomUUID()]);
  await act(list, "createSeveral", [
    ...[randomUUID(), [{ url, password: put(secret()) }], { password: put(secret()) }, [], false],
  ]);
  await act(list, "updateLink", [slug, { password: put(secret()) }, {}]);
  const page = await act(list, "createShare", [
    { ...share, password: put(secret()) },
    randomUUID(),
  ]);
  put(foundIn(page, /dashboard\/share\/([\w-]{22})/), "Share.hash");
  const messages = "/dashboard/settings/messages";
  const hook = { ...receiver, url: `https://localhost:9443/${put(secret(), "Receiver.url")}` };
  const added = await act(messages, "addReceiver", [hook, randomUUID()]);
  put(foundIn(added, /(whsec_[\w+/=-]+)/), "Receiver.secret");
  const people = "/dashboard/settings/people";
  const invited = await act(people, "invite", ["reader", "noor@example.com", randomUUID()]);
  put(foundIn(invited, /dashboard\/invite\/([\w-]{43})/), "OwnerInvite.hash");
  const fields = { name: "script", role: "editor", expiresInDays: "7", key: randomUUID() };
  const tokens = await who.callFormAction("/dashboard/settings/tokens", "submitToken", fields);
  put(foundIn(tokens.body, /(slg_[\w-]+)/), "ApiToken.hash");
  const app = new Secret({ size: 20 }).base32;
  put(app);
  const codes = await setUpApp(who, owner.password, app);
  expect(codes).toHaveLength(10);
  for (const code of codes) put(code.replaceAll("-", ""), "RecoveryCode.hash");
  const settings = "/dashboard/settings/sessions";
  const currentPassword = owner.password;
  const changed = { currentPassword, newPassword: put(secret()) };
  await who.callFormAction(settings, "submitPassword", changed);
  const renewed = await who.callFormAction(settings, "submitRecoveryCodes", {
    currentPassword: changed.newPassword,
  });
  expect(recoveryCodesIn(renewed.body)).toHaveLength(10);
  for (const code of codes) put(code.replaceAll("-", ""));

  for (const [text, places] of kept) expect([text, await placesOf(text)]).toEqual([text, places]);
  // All but the secret can be known, so a plain hash of the request would be one of the secret.
  const keys = await service.sql<{ request: Buffer }>(`SELECT "request" FROM "IdempotencyKey"`);
  expect(keys.length).toBeGreaterThan(6);
  const plain = requests.flatMap(digestsOf).map((digest) => digest.toString("hex"));
  for (const { request } of keys) expect(plain).not.toContain(request.toString("hex"));
});
