// Run: all
import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { DashboardClient, owner, ownerEnv } from "../support/dashboard";
import { useService } from "../support/service";

const service = useService({
  env: { ...ownerEnv, YOURLS_API: "on" },
});
let client: DashboardClient;
let token = "";

interface Listed {
  links: { slug: string; createdBy?: { name: string } | null }[];
  total: number;
}

const get = async (path: string, given = service.server.token) => {
  const answer = await fetch(`${service.server.url}/api/links${path}`, {
    headers: { Authorization: `Bearer ${given}` },
  });
  return { status: answer.status, body: (await answer.json()) as Listed };
};
const list = async (query: string, given?: string) => (await get(`?${query}`, given)).body;
const slugs = async (query: string, given?: string) =>
  (await list(query, given)).links.map(({ slug }) => slug).toSorted();

beforeAll(async () => {
  client = new DashboardClient(service.server);
  await client.submit("/dashboard/sign-in", owner);
  const { body } = await client.callFormAction("/dashboard/settings/tokens", "submitToken", {
    name: "script",
    role: "editor",
    expiresInDays: "",
  });
  token = /slg_[\w-]{43}/.exec(body)?.[0] ?? body;
  const url = "https://example.com/";
  const made = [{ url, slug: "by-mara" }, [], randomUUID()];
  await client.callAction("/dashboard/links", "createLink", made);
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(service.server.url + path, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    expect([path, answer.ok, await answer.text()]).toEqual([path, true, expect.any(String)]);
  };
  await post("/api/links", { url, slug: "by-token" });
  await post("/api/links?ifExists=return", { url: `${url}found`, slug: "found" });
  await post("/api/links/bulk", { create: [{ url, slug: "by-bulk" }] });
  await post("/api/links/import", [{ url, slug: "imported" }]);
  await service.api.create({ slug: "by-server" });
  await service.api.create({ slug: "before" });
  await service.sql(`UPDATE "Link" SET "createdBy" = NULL WHERE "slug" = 'before'`);
});

it("names who created each link, where it is asked for", async () => {
  const { links } = await list("fields=createdBy");
  expect(
    Object.fromEntries(links.map(({ slug, createdBy }) => [slug, createdBy?.name ?? null])),
  ).toEqual({
    "by-mara": "mara",
    "by-token": "script",
    found: "script",
    "by-bulk": "script",
    imported: "script (import)",
    "by-server": "API_TOKEN",
    before: null,
  });
  expect((await list("")).links.some((link) => "createdBy" in link)).toBe(false);
  expect((await get("/by-token?fields=createdBy")).body).toMatchObject({
    createdBy: { name: "script" },
  });
  expect((await get("?fields=everything")).status).toBe(400);
});

it("filters by me, by email and by token", async () => {
  const ofToken = ["by-bulk", "by-token", "found", "imported"];
  expect(await slugs("createdBy=me")).toEqual(["by-server"]);
  expect(await slugs("createdBy=me", token)).toEqual(["by-mara", ...ofToken].toSorted());
  expect(await slugs(`createdBy=${owner.email.toUpperCase()}`)).toEqual(
    ["by-mara", ...ofToken].toSorted(),
  );
  expect(await slugs("createdBy=token:script")).toEqual(ofToken);
  for (const nobody of ["nobody@example.com", "token:nothing", "x%27", "%25", "____"])
    expect(await list(`createdBy=${nobody}`)).toMatchObject({ links: [], total: 0 });
  expect((await list("createdBy=token:script&q=bulk")).total).toBe(1);
  const named = `UPDATE "Owner" SET "name" = $1 WHERE "email" = $2 RETURNING "id"`;
  expect(await service.sql(named, ["Işık Ｍara", owner.email])).toHaveLength(1);
  expect(await slugs(`createdBy=${encodeURIComponent("ışık mara")}`)).toEqual(
    ["by-mara", ...ofToken].toSorted(),
  );
  await service.sql(named, ["mara", owner.email]);
});

it("is in exports, and stays after edits", async () => {
  await service.api.patch("by-token", { title: "edited" });
  const { body } = await client.get("/dashboard/settings/data/export?format=json&createdBy=me");
  const exported = JSON.parse(body) as Listed["links"];
  expect(exported).toHaveLength(5);
  expect(exported.find(({ slug }) => slug === "by-token")?.createdBy).toEqual({ name: "script" });
  const csv = (await client.get("/dashboard/settings/data/export?format=csv")).body;
  expect(csv).toContain('"createdBy"');
  expect(csv).toContain("script (import)");
  const exportedSlugs = async (query: string) => {
    const answer = await fetch(`${service.server.url}/api/links/export.csv${query}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const [, ...rows] = (await answer.text()).trim().split("\r\n");
    return rows.map((row) => /^"?([\w-]+)/.exec(row)?.[1]).toSorted();
  };
  expect(await exportedSlugs("?createdBy=me")).toEqual([
    "by-bulk",
    "by-mara",
    "by-token",
    "found",
    "imported",
  ]);
  expect(await exportedSlugs("?createdBy=token:script&q=bulk")).toEqual(["by-bulk"]);
  expect(await exportedSlugs("?createdBy=nobody@example.com")).toEqual([]);
  expect(await exportedSlugs("")).toHaveLength(7);
});

it("is in the history, which names nobody for a link from before", async () => {
  expect((await get("/by-token/history")).body).toMatchObject({
    createdBy: { name: "script" },
    changes: [{ field: "title" }],
  });
  expect((await get("/imported/history")).body).toEqual({
    createdBy: { name: "script (import)" },
    changes: [],
  });
  expect((await get("/before/history")).body).toEqual({ createdBy: null, changes: [] });
});

it("is shown on the page of the link and by Mine in the list", async () => {
  expect((await client.get("/dashboard/links/by-token")).body).toContain("Created by script");
  const { body } = await client.get("/dashboard/links?createdBy=me");
  for (const slug of ["by-mara", "by-token"]) expect(body).toContain(`data-slug="${slug}"`);
  expect(body).not.toContain(`data-slug="by-server"`);
  // What "select all that match" acts on.
  const matching = JSON.parse((await client.get("/dashboard/ask/matching?createdBy=me")).body) as {
    slug: string;
  }[];
  expect(matching.map(({ slug }) => slug).toSorted()).toEqual([
    "by-bulk",
    "by-mara",
    "by-token",
    "found",
    "imported",
  ]);
});

it("ends with whoever it was", async () => {
  const path = `${service.server.url}/api/links/by-token`;
  const headers = { Authorization: `Bearer ${service.server.token}` };
  const etag = (await fetch(path, { headers })).headers.get("etag") ?? "";
  await service.sql(`DELETE FROM "ApiToken"`);
  expect((await get("/by-token?fields=createdBy")).body).toMatchObject({ createdBy: null });
  // The link is as it was, but not its creator.
  const asked = async (query: string) =>
    (await fetch(path + query, { headers: { ...headers, "If-None-Match": etag } })).status;
  expect([await asked(""), await asked("?fields=createdBy")]).toEqual([304, 200]);
});
