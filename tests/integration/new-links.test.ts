// Run: all
import { beforeAll, describe, expect, it } from "vitest";
import { DashboardClient, owner, ownerEnv } from "../support/dashboard";
import { useService } from "../support/service";

const service = useService({
  env: {
    ...ownerEnv,
    NEW_LINK_TAGS: "Spring, print & web",
    NEW_LINK_DAYS: "30",
    NEW_LINK_FORWARD_QUERY: "true",
  },
});
let client: DashboardClient;
beforeAll(async () => {
  client = new DashboardClient(service.server);
  await client.submit("/dashboard/sign-in", owner);
});

const at = (path: string) => `https://example.com/${path}`;
const create = async (
  rows: unknown,
  { key, reuses }: { key?: unknown; reuses?: unknown },
  channels: unknown = [],
  shared: unknown = {},
) =>
  (
    await client.callAction("/dashboard/links", "createSeveral", [
      key,
      rows,
      shared,
      channels,
      reuses,
    ])
  ).body;
const total = async (path: string) => (await service.api.list(`?q=/${path}/`)).total;

describe("several links", () => {
  it("are created once for a key, and refused rows do not hold up the others", async () => {
    const rows = [
      { url: at("once/1"), slug: "once-1" },
      { url: "nothing" },
      { url: at("once/2"), slug: "once-1" },
    ];
    const options = { key: "one 0", reuses: false };
    const first = await create(rows, options, [], { tags: ["once"] });
    expect(first).toContain('"total":3,"done":3,"changed":1');
    expect(first).toContain('"code":"validation_failed","path":"url","slug":"1"');
    expect(first).toContain('"code":"slug_taken","slug":"2"');
    expect((await service.api.get("once-1")).tags).toEqual(["once"]);
    const again = () => create(rows, options, [], { tags: ["once"] });
    for (const answer of await Promise.all([again(), again()]))
      expect(answer).toContain('"changed":1');
    expect(await total("once")).toBe(1);
    expect(await create(rows.slice(0, 1), options)).toContain('"code":"idempotency_key_reused"');
    expect(await create(rows.slice(0, 1), { key: "two 0", reuses: true })).toContain('"changed":1');
    expect(await total("once")).toBe(1);
  });

  it("refuses what the form never sends", async () => {
    const rows = Array.from({ length: 1_001 }, (_, index) => ({ url: at(`many/${index}`) }));
    for (const given of [
      [rows as unknown, { key: "many", reuses: false } as unknown],
      ["x", { key: "many", reuses: false }],
      [rows.slice(0, 1), { key: "", reuses: false }],
      [rows.slice(0, 1), { key: "many" }],
      [[1], { key: "many", reuses: false }],
    ])
      expect(await create(given[0], given[1] as object)).toContain('"code":"validation_failed"');
    expect(await create(rows.slice(0, 1), { key: "many", reuses: false }, "x")).toContain(
      '"code":"validation_failed"',
    );
    expect(await total("many")).toBe(0);
  });

  it("get their channels, and a password is no field of theirs", async () => {
    const channel = { source: "newsletter", medium: "email", campaign: "" };
    const rows = [{ url: at("channels/1"), slug: "channels-1", password: "x", aliases: ["y"] }];
    await create(rows, { key: "channels", reuses: true }, [channel]);
    expect(await service.api.get("channels-1")).not.toMatchObject({ hasPassword: true });
    expect((await client.get("/y")).status).toBe(404);
    expect((await client.get("/dashboard/links/channels-1/sheet")).body).toContain(
      "utm_source=newsletter",
    );
  });
});

describe("the defaults for new links", () => {
  it("are not those of the API", async () => {
    const link = await service.api.create({ url: at("by-api") });
    expect(Object.keys(link)).toHaveLength(13);
    expect(link).toMatchObject({ expiresAt: null, title: null, enabled: true });
  });

  it("are on the page for its forms, and cannot be changed there while the environment sets them", async () => {
    expect((await client.get("/dashboard/links")).body).toContain("print \\u0026 web");
    expect((await client.get("/dashboard/settings/links")).body).toContain(
      "Set by NEW_LINK_TAGS in the environment.",
    );
  });
});

it("a sheet prints what its address names", async () => {
  const { id, slug } = await service.api.create({ title: "On the sheet" });
  const { status, body } = await client.get(
    `/dashboard/sheet?links=${id},x,2147483647&channel=utm_source%3Dposter%26utm_medium%3Dprint&channel=x`,
  );
  expect(status).toBe(200);
  expect(body).toContain(`${slug}?utm_source=poster`);
  expect(body).toContain("On the sheet, poster");
  for (const query of ["", "?links=", "?links=2147483647", `?links=${id}&from=99`])
    expect((await client.get(`/dashboard/sheet${query}`)).body).toContain("Nothing to print");
});
