// Run: verify
import { beforeAll, describe, expect, it } from "vitest";
import type { Link, LinkList, Problem } from "../support/contract";
import { useService } from "../support/service";
import { browsers, visit } from "../support/visitor";

const service = useService();
const count = 60;
const sorts = ["createdAt", "clickCount", "lastClickedAt", "slug"] as const;

/**
 * Links with equal and different clicks, some of them in one band of the ranking, some never
 * clicked, and some pending.
 */
beforeAll(async () => {
  for (let n = 0; n < count; n++) {
    await service.api.create({
      slug: `w-${String((n * 37) % count).padStart(3, "0")}`,
      url: `https://example.com/${n % 7}`,
      enabled: n % 5 !== 0,
    });
  }
  await service.sql(`UPDATE "Link" SET "expiresAt" = now() - interval '1 hour' WHERE "id" % 4 = 1`);
  await service.sql(`
    UPDATE "LinkCounter" SET "clickCount" = CASE WHEN "linkId" % 3 = 0 THEN 0 WHEN "linkId" % 3 = 1 THEN "linkId" % 5 ELSE 1000 + "linkId" % 20 END,
      "lastClickedAt" = CASE WHEN "linkId" % 3 = 0 THEN NULL ELSE timestamptz '2026-01-01' + ("linkId" % 11) * interval '20 seconds' END`);
  const live = (await service.api.list("?limit=200&state=active")).links.slice(0, 3);
  for (const { slug } of live)
    await visit(service.server, `/${slug}`, { headers: { "User-Agent": browsers.windows } });
});

async function walk(
  query: string,
  between?: (page: LinkList) => Promise<unknown>,
): Promise<Link[]> {
  const found: Link[] = [];
  for (let cursor: string | null | undefined = ""; cursor !== null; ) {
    const page: LinkList = await service.api.list(`?${query}&cursor=${cursor}`);
    found.push(...page.links);
    cursor = page.nextCursor ?? null;
    await between?.(page);
  }
  return found;
}

/** A position in a year that the ranking cannot express. */
const forged = Buffer.from(
  JSON.stringify({ by: "lastClickedAt", value: "9999-01-01T00:00:00.000Z", id: 1 }),
).toString("base64url");

const slugsOf = (links: Link[]) => links.map(({ slug }) => slug);
const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
const inOrder: Record<(typeof sorts)[number], (a: Link, b: Link) => number> = {
  createdAt: (a, b) => compare(b.createdAt, a.createdAt) || b.id - a.id,
  clickCount: (a, b) => b.clickCount - a.clickCount || a.id - b.id,
  lastClickedAt: (a, b) => compare(b.lastClickedAt ?? "", a.lastClickedAt ?? "") || a.id - b.id,
  slug: (a, b) => compare(a.slug, b.slug),
};

describe("GET /api/links?sort=", () => {
  it.each(sorts)("%s: in one page, by offset and by cursor of any length", async (sort) => {
    const { links: all, nextCursor } = await service.api.list(`?sort=${sort}&limit=200`);
    expect(nextCursor).toBeNull();
    expect(slugsOf(all)).toEqual(slugsOf(all.toSorted(inOrder[sort])));
    expect(all).toHaveLength(count);
    expect(slugsOf((await service.api.list(`?sort=${sort}&limit=10&offset=25`)).links)).toEqual(
      slugsOf(all.slice(25, 35)),
    );
    for (const limit of [1, 7, 59, 60])
      expect(slugsOf(await walk(`sort=${sort}&limit=${limit}`)), `${limit}`).toEqual(slugsOf(all));
    const some = all.filter(({ enabled }) => enabled);
    expect(slugsOf(await walk(`sort=${sort}&limit=7&enabled=true`))).toEqual(slugsOf(some));
  });

  it.each(sorts)(
    "%s: a walk sees every link once while others are created and deleted",
    async (sort) => {
      const before = slugsOf(await walk(`sort=${sort}&limit=200`));
      let n = 0;
      const created: string[] = [];
      const seen = slugsOf(
        await walk(`sort=${sort}&limit=9`, async () => {
          created.push((await service.api.create({ slug: `n-${sort}-${n++}` })).slug);
          const oldest = created.length > 2 ? created.shift() : undefined;
          if (oldest) await service.api.remove(oldest);
        }),
      );
      expect(seen.filter((slug) => before.includes(slug))).toEqual(before);
      expect(new Set(seen).size).toBe(seen.length);
      for (const slug of created) await service.api.remove(slug);
    },
  );

  it.each(["clickCount", "lastClickedAt"])(
    "%s: a walk misses only links that were clicked meanwhile",
    async (sort) => {
      const before = slugsOf(await walk(`sort=${sort}&limit=200`));
      const live = slugsOf((await service.api.list("?limit=200&state=active")).links);
      const passed: string[] = [];
      const clicked: string[] = [];
      const seen = slugsOf(
        await walk(`sort=${sort}&limit=3`, async ({ links }) => {
          passed.push(...slugsOf(links));
          // Links behind the position have moved to the front, and are not aggregated yet.
          for (const slug of live
            .filter((one) => !passed.includes(one) && !clicked.includes(one))
            .slice(-2)) {
            await visit(service.server, `/${slug}`, {
              headers: { "User-Agent": browsers.windows },
            });
            clicked.push(slug);
          }
        }),
      );
      expect(clicked.length).toBeGreaterThan(5);
      const others = (slugs: string[]) => slugs.filter((slug) => !clicked.includes(slug));
      expect(others(seen)).toEqual(others(before));
    },
  );

  it("takes the sort from the cursor if none is given, and refuses another one", async () => {
    const { links, nextCursor } = await service.api.list("?sort=slug&limit=2");
    const next = await service.api.list(`?limit=2&cursor=${nextCursor}`);
    expect(slugsOf([...links, ...next.links])).toEqual(["w-000", "w-001", "w-002", "w-003"]);
    for (const query of [
      `sort=clickCount&cursor=${nextCursor}`,
      `offset=1&cursor=${nextCursor}`,
      "cursor=nonsense",
      `cursor=${forged}`,
      "sort=url",
      "state=odd",
    ]) {
      expect((await service.api.call<Problem>("GET", `/api/links?${query}`)).status, query).toBe(
        400,
      );
    }
  });

  it("links to the next page by cursor", async () => {
    const { headers, body } = await service.api.call<LinkList>("GET", "/api/links?limit=2&cursor=");
    expect(headers.get("link")).toBe(
      `</api/links?limit=2&cursor=>; rel="first", </api/links?limit=2&cursor=${body.nextCursor}>; rel="next"`,
    );
  });
});

describe("filters", () => {
  it("url finds exactly this destination", async () => {
    const { links, total } = await service.api.list("?url=https%3A%2F%2Fexample.com%2F3&limit=200");
    expect(links.map(({ url }) => url)).toEqual(Array(total).fill("https://example.com/3"));
    expect(total).toBe([...Array(count).keys()].filter((n) => n % 7 === 3).length);
    expect((await service.api.list("?url=https%3A%2F%2Fexample.com%2F")).total).toBe(0);
  });

  it("state splits the links, and disabled ones are never expired", async () => {
    const { links: all } = await service.api.list("?limit=200");
    const stateOf = ({ enabled, expiresAt }: Link) =>
      !enabled
        ? "disabled"
        : expiresAt && Date.parse(expiresAt) <= Date.now()
          ? "expired"
          : "active";
    for (const state of ["active", "disabled", "expired"]) {
      const { links, total } = await service.api.list(`?limit=200&state=${state}`);
      expect(slugsOf(links), state).toEqual(slugsOf(all.filter((link) => stateOf(link) === state)));
      expect(total).toBe(links.length);
      expect(total).toBeGreaterThan(0);
    }
  });

  it("combine with each other and with q", async () => {
    const { links } = await service.api.list(
      "?limit=200&state=active&url=https%3A%2F%2Fexample.com%2F3&q=W-0&sort=slug",
    );
    const { links: all } = await service.api.list("?limit=200&state=active&sort=slug");
    expect(slugsOf(links)).toEqual(
      slugsOf(all.filter(({ url }) => url === "https://example.com/3")),
    );
  });

  it("without a parameter of these the answer has only the members of the contract", async () => {
    for (const query of ["", "?q=w&enabled=true&limit=3&offset=1"]) {
      expect(Object.keys(await service.api.list(query))).toEqual([
        "links",
        "total",
        "limit",
        "offset",
      ]);
    }
  });
});
