// Run: all
import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import type { replacementReportSchema } from "@/lib/commands/response-schemas";
import type { LinkList, Problem } from "../support/contract";
import { actionId, DashboardClient, ownerEnv } from "../support/dashboard";
import { makePerson } from "../support/make-person";
import { useService } from "../support/service";

const service = useService({ env: { ...ownerEnv, YOURLS_API: "on" } });
const fresh = () => randomUUID().slice(0, 13);

const inside = "https://shop.example/";
const outside = "https://stranger.example/";

/** The report of a file of one link. */
async function imported(query: string, link: object): Promise<unknown> {
  const answer = await fetch(`${service.server.url}/api/links/import${query}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${service.server.token}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify([link]),
  });
  return answer.json();
}

/** Stored by hand, as another instance would. */
async function allow(hosts: string): Promise<void> {
  await service.sql(
    `INSERT INTO "SiteSetting" ("name", "value") VALUES ('DESTINATION_HOSTS', $1)
     ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
    [hosts],
  );
  const isInEffect = async () => {
    const host = hosts === "" ? outside : "https://never.example/";
    const dry = await imported("?dryRun=true", { url: host, slug: fresh() });
    expect(dry).toMatchObject({ refused: hosts === "" ? 0 : 1 });
  };
  await vi.waitFor(isInEffect, { timeout: 30_000, interval: 50 });
}

const refused = [expect.objectContaining({ code: "not_allowed" })];
const problemsOf = async (method: string, path: string, body: unknown) => {
  const answer = await service.api.call<Problem>(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(400);
  return answer.body.errors;
};

describe("DESTINATION_HOSTS", () => {
  it("holds for every address of a link, and names the hosts", async () => {
    await allow("shop.example, *.shop.example, bücher.example");
    const addresses = [
      { url: outside },
      { ios: outside },
      { android: outside },
      { geo: { DE: outside } },
      { languages: { de: outside } },
      { schedule: [{ from: "2030-01-01", url: outside }] },
      { expiredUrl: outside },
    ];
    const { slug } = await service.api.create({ url: inside });
    for (const fields of addresses) {
      const made = await problemsOf("POST", "/api/links", { url: inside, ...fields });
      expect(made).toEqual(refused);
      expect(made[0]?.message).toContain("shop.example, *.shop.example, xn--bcher-kva.example");
      expect(await problemsOf("PATCH", `/api/links/${slug}`, fields)).toEqual(refused);
    }
    for (const url of [
      "http://SHOP.example.:8080/",
      "https://a.b.shop.example",
      "https://bücher.example/x",
    ])
      expect(await service.api.create({ url })).toMatchObject({ url });
    for (const url of ["https://shop.example.stranger.example/", "https://notshop.example/"])
      expect(await problemsOf("POST", "/api/links", { url })).toEqual(refused);
  });

  it("holds for every way in", async () => {
    await allow("");
    const tag = fresh();
    const { slug } = await service.api.create({ url: outside, tags: [tag] });
    const person = await makePerson(service, "owner");
    const moved = await act(person.cookie, "replaceInLinks", [
      randomUUID(),
      [slug],
      { find: "stranger.example", replace: "shop.example", scope: "host" },
    ]);
    await allow("shop.example");
    const bulk = await service.api.call<{ results: { error?: Problem }[] }>(
      "POST",
      "/api/links/bulk",
      { create: [{ url: outside }], update: [{ slug, url: outside }] },
    );
    expect(bulk.body.results.map(({ error }) => error?.errors)).toEqual([refused, refused]);
    const replaced = await service.api.call<z.output<typeof replacementReportSchema>>(
      "POST",
      "/api/links/replace",
      { find: "shop.example", replace: "stranger.example", scope: "host", tag },
    );
    expect(replaced.body.results).toEqual([expect.objectContaining({ status: 400 })]);
    expect(await imported("", { url: outside, slug: fresh() })).toMatchObject({
      created: 0,
      refused: 1,
    });
    const yourls = await fetch(`${service.server.url}/yourls-api.php`, {
      method: "POST",
      body: new URLSearchParams({
        action: "shorturl",
        format: "json",
        signature: service.server.token,
        url: outside,
      }),
    });
    expect([yourls.status, await yourls.text()]).toMatchObject([
      400,
      expect.stringContaining("must be at one of the allowed hosts"),
    ]);
    const undone = await act(person.cookie, "undoJob", [randomUUID(), moved.value.id]);
    expect(undone).toMatchObject({
      ok: true,
      value: { changed: 0, failed: [{ slug, path: "url" }] },
    });
    const { url } = await service.api.get(slug);
    expect(url).toBe(inside);
  });

  it("leaves links as they are, and lists those that lead elsewhere", async () => {
    await allow("");
    const tag = fresh();
    const create = (fields: object) => service.api.create({ url: inside, tags: [tag], ...fields });
    const links = [
      await create({ url: "https://STRANGER.example:8443" }),
      await create({ expiredUrl: outside }),
      await create({ ios: outside }),
      await create({ geo: { DE: inside, FR: outside } }),
      await create({ languages: { de: outside } }),
      await create({ schedule: [{ from: "2030-01-01", url: outside }] }),
      await create({ url: "https://evil.example/@shop.example" }),
    ];
    await create({ geo: { DE: inside }, ios: "https://a.shop.example/" });
    await create({ url: "https://BÜCHER.example./x" });
    for (const host of [
      "xn--bcher-kva.example",
      "b%C3%BCcher.example",
      "sh%6Fp.example",
      "ｓｈｏｐ。example",
      "a.sh\u00ADop.example:8080",
      "0xc0000207",
      "[0:0::0:9]",
    ])
      await create({ url: `https://${host}/` });
    await allow("shop.example,*.shop.example,bücher.example,192.0.2.7,[::9]");
    const { body } = await service.api.call<LinkList>(
      "GET",
      `/api/links?state=outside&sort=slug&tag=${tag}`,
    );
    expect(body.links.map(({ slug }) => slug)).toEqual(links.map(({ slug }) => slug).toSorted());
    const [{ slug = "" } = {}] = links;
    expect((await service.api.patch(slug, { title: "Still here" })).status).toBe(200);
    await allow("");
    const all = await service.api.call<LinkList>("GET", `/api/links?state=outside&tag=${tag}`);
    expect(all.body.total).toBe(0);
  });

  it("gets a further host by an owner's press alone, which the activity notes", async () => {
    await allow("shop.example");
    const [editor, owner] = [
      await makePerson(service, "editor"),
      await makePerson(service, "owner"),
    ];
    expect(await act(editor.cookie, "allowHost", ["stranger.example"])).toMatchObject({
      ok: false,
      code: "forbidden",
    });
    expect(await problemsOf("POST", "/api/links", { url: outside })).toEqual(refused);
    expect(await act(owner.cookie, "allowHost", ["stranger.example"])).toMatchObject({ ok: true });
    expect(await service.api.create({ url: outside })).toMatchObject({ url: outside });
    expect(
      await service.sql(`SELECT "detail" FROM "AuditEvent" WHERE "event" = 'settings-changed'`),
    ).toEqual([{ detail: expect.stringContaining("stranger.example") }]);
  });
});

async function act(cookie: string, action: string, values: unknown[]) {
  const { body } = await new DashboardClient(service.server).send("/dashboard/links", {
    method: "POST",
    headers: {
      Origin: service.server.url,
      "Next-Action": actionId(action),
      "Content-Type": "text/plain;charset=UTF-8",
      Cookie: cookie,
    },
    body: JSON.stringify(values),
  });
  return JSON.parse(/^\w+:(\{"ok":.*)$/m.exec(body)?.[1] ?? "null");
}
