// Run: all
import { randomUUID } from "node:crypto";
import pg from "pg";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { replacementReportSchema } from "@/lib/commands/response-schemas";
import type { Problem } from "../support/contract";
import { useSharedService } from "../support/service";

const service = useSharedService();
const fresh = () => randomUUID().slice(0, 13);
/** A host that no other test uses. */
const freshHost = () => `${fresh()}.example`;

type Report = z.output<typeof replacementReportSchema>;

const path = "/api/links/replace";

async function replace(body: unknown, headers: Record<string, string> = {}) {
  const answer = await service.api.call<Report>("POST", path, body, { headers });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function refusal(body: unknown) {
  const answer = await service.api.call<Problem>("POST", path, body);
  expect(answer.status).toBe(400);
  return answer.body.errors.map(({ path, message }) => [path, message]);
}

const urlOf = async (slug: string) => (await service.api.get(slug)).url;

describe("POST /api/links/replace", () => {
  it("replaces a host in destinations and rules of a tag, and says so in the history", async () => {
    const [old, tag, plain, ruled, other] = [freshHost(), fresh(), fresh(), fresh(), fresh()];
    const address = `https://${old}/a?b=${old}#c`;
    await service.api.create({ slug: plain, url: address, tags: [tag] });
    await service.api.create({
      slug: ruled,
      url: "https://example.com/",
      ios: `https://${old}:8443/`,
      android: `https://${old}/android`,
      geo: { DE: `https://${old.toUpperCase()}/de`, FR: "https://example.com/fr" },
      tags: [tag],
    });
    await service.api.create({ slug: other, url: address });

    const request = { find: old, replace: "new.example:8080", scope: "host", tag };
    const expected = [
      {
        status: 200,
        slug: plain,
        changes: [{ field: "url", from: address, to: `https://new.example:8080/a?b=${old}#c` }],
      },
      {
        status: 200,
        slug: ruled,
        changes: [
          {
            field: "android",
            from: `https://${old}/android`,
            to: "https://new.example:8080/android",
          },
          {
            field: "geo.DE",
            from: `https://${old.toUpperCase()}/de`,
            to: "https://new.example:8080/de",
          },
        ],
      },
    ];
    const before = await service.api.get(plain);
    expect(await replace({ ...request, dryRun: true })).toEqual({ changed: 2, results: expected });
    expect(await service.api.get(plain)).toEqual(before);
    expect(await replace(request)).toEqual({ changed: 2, results: expected });

    expect(await urlOf(plain)).toBe(`https://new.example:8080/a?b=${old}#c`);
    expect(await service.api.get(ruled)).toMatchObject({
      url: "https://example.com/",
      ios: `https://${old}:8443/`,
      android: "https://new.example:8080/android",
      geo: { DE: "https://new.example:8080/de", FR: "https://example.com/fr" },
    });
    expect(await urlOf(other)).toBe(address);
    const { changes } = (await service.api.call("GET", `/api/links/${ruled}/history`)).body as {
      changes: { field: string; by: string }[];
    };
    expect(changes.map(({ field, by }) => `${field} ${by}`)).toEqual([
      "android API_TOKEN",
      "geo API_TOKEN",
    ]);
    expect(await replace(request)).toEqual({ changed: 0, results: [] });
  });

  it("refuses links whose new address is not valid, and changes the others", async () => {
    const [good, bad, loop, unknown] = [fresh(), fresh(), fresh(), fresh()];
    await service.api.create({ slug: good, url: "https://example.com/swap?x=1" });
    await service.api.create({ slug: bad, url: "https://swap/" });
    await service.api.create({ slug: loop, url: "https://swap.example/" });
    const own = new URL(service.server.url).host;
    const { changed, results } = await replace({
      ...{ find: "swap", replace: "a b", scope: "text", slugs: [good, bad, unknown] },
    });
    expect([
      changed,
      results.map(({ slug, status, error }) => [slug, status, error?.code]),
    ]).toEqual([
      1,
      [
        [good, 200, undefined],
        [bad, 400, "validation_failed"],
        [unknown, 404, "not_found"],
      ],
    ]);
    expect(results[1]?.error?.errors[0]).toMatchObject({ path: "url", code: "invalid_format" });
    expect([await urlOf(good), await urlOf(bad)]).toEqual([
      "https://example.com/a b?x=1",
      "https://swap/",
    ]);
    const looping = await replace({
      ...{ find: "swap.example", replace: own, scope: "host", slugs: [loop] },
    });
    expect(looping.results[0]?.error?.detail).toContain("must not be an address of this service");
    expect(await urlOf(loop)).toBe("https://swap.example/");
  });

  it("finds every spelling of a host", async () => {
    const name = `bücher-${fresh()}.example`;
    const spellings = [
      `https://${name.toUpperCase()}/`,
      `https://${new URL(`https://${name}`).hostname}/a`,
      `https://${name.normalize("NFD")}/b`,
      `https://${encodeURIComponent(name)}/c`,
    ];
    const [tag] = [fresh()];
    for (const url of spellings) await service.api.create({ slug: fresh(), url, tags: [tag] });
    const { changed } = await replace({ find: name, replace: "new.example", scope: "host", tag });
    expect(changed).toBe(spellings.length);
  });

  it("does not overwrite an address that changes meanwhile", async () => {
    const [slug, other] = [fresh(), fresh()];
    for (const each of [slug, other])
      await service.api.create({ slug: each, url: "https://busy.example/" });
    const editor = new pg.Client({ connectionString: service.databaseUrl });
    await editor.connect();
    try {
      await editor.query("BEGIN");
      await editor.query(
        `UPDATE "Link" SET "url" = 'https://busy.example/edited', "updatedAt" = now() WHERE "slug" = $1`,
        [slug],
      );
      const answer = replace({
        ...{ find: "busy.example", replace: "new.example", scope: "host", slugs: [slug, other] },
      });
      // Other tests wait for locks on this server, too.
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(() => service.sql(waiting)).toHaveLength(1);
      await editor.query("COMMIT");
      const { changed, results } = await answer;
      expect([changed, results.map(({ status, error }) => [status, error?.code])]).toEqual([
        1,
        [
          [412, "precondition_failed"],
          [200, undefined],
        ],
      ]);
    } finally {
      await editor.end();
    }
    expect([await urlOf(slug), await urlOf(other)]).toEqual([
      "https://busy.example/edited",
      "https://new.example/",
    ]);
  });

  it("takes exactly one way to choose links", async () => {
    const what = { find: "a.example", replace: "b.example", scope: "host" };
    const sentence = "must say which links: send exactly one of slugs, tag and q";
    expect(await refusal(what)).toEqual([["slugs", sentence]]);
    expect(await refusal({ ...what, tag: "x", q: "y" })).toEqual([["q", sentence]]);
    expect(await refusal({ ...what, slugs: [] })).toEqual([["slugs", "must not be empty"]]);
    expect(await refusal({ ...what, q: " " })).toEqual([["q", "must not be empty"]]);
    const many = Array.from({ length: 1_001 }, (_, index) => `s${index}`);
    expect(await refusal({ ...what, slugs: many })).toEqual([
      ["slugs", "must have at most 1,000 slugs"],
    ]);
    expect(await replace({ ...what, tag: "no such tag" })).toEqual({ changed: 0, results: [] });
  });

  it("refuses what is no replacement", async () => {
    const slugs = [fresh()];
    const noHost =
      "must be a host, such as new.example or new.example:8080, without https:// and path";
    expect(
      await refusal({ find: "https://a.example", replace: "b.example/", scope: "host", slugs }),
    ).toEqual([
      ["find", noHost],
      ["replace", noHost],
    ]);
    expect(await refusal({ find: "a", replace: "a", scope: "text", slugs })).toEqual([
      ["replace", "must differ from find"],
    ]);
    expect(await refusal({ find: "", replace: "a", scope: "path", slugs })).toEqual([
      ["find", "must not be empty"],
      ["scope", "must be host or text"],
    ]);
  });

  it("changes at most 1,000 links, and then none", async () => {
    const old = freshHost();
    await service.sql(
      `INSERT INTO "Link" ("slug", "url", "createdAt", "updatedAt")
       SELECT '${fresh()}-' || n, 'https://${old}/' || n, now(), now() FROM generate_series(1, 1001) n`,
    );
    const request = { find: old, replace: "new.example", scope: "host", q: ` ${old} ` };
    expect((await refusal(request))[0]?.[0]).toBe("q");
    await service.sql(`DELETE FROM "Link" WHERE "url" = 'https://${old}/1001'`);
    expect((await replace(request)).changed).toBe(1_000);
  });
});
