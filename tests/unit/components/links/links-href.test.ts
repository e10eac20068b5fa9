import { expect, it } from "vitest";
import { exportHref, linksHref, matchParameters } from "@/components/links/links-href";
import { browseQuerySchema } from "@/lib/stats/list/browse-links";

const read = (href: string) =>
  browseQuerySchema.parse(Object.fromEntries(new URL(href, "http://localhost").searchParams));

it("a filter by tags survives in the URL of the list", () => {
  const query = browseQuerySchema.parse({
    q: "sale",
    tag: ["Spring,print & web", "SPRING"],
    tagMode: "all",
    notTag: "-old,done",
    page: "3",
  });
  expect(query.tag).toEqual(["Spring", "print & web"]);
  expect(query.notTag).toEqual(["-old", "done"]);
  expect(read(linksHref(query))).toEqual({ ...query, page: 1 });
  expect(read(linksHref(query, { tag: [] })).tag).toBeUndefined();
  expect(linksHref({ ...query, tag: ["one"], notTag: ["two"] })).toBe(
    "/dashboard/links?q=sale&tag=one&notTag=two",
  );
});

it("every filter survives in the URL of the list", () => {
  const query = browseQuerySchema.parse({
    state: "broken",
    campaign: "Spring & more",
    channel: " newsletter ",
    destination: "shop.example.com/?a=1",
    createdBy: "token:CI",
    sort: "clicks",
  });
  expect(query.channel).toBe("newsletter");
  expect(read(linksHref(query))).toEqual(query);
  expect(linksHref(browseQuerySchema.parse({ campaign: " " }))).toBe("/dashboard/links");
});

it("an export takes what the list selects", () => {
  const query = browseQuerySchema.parse({ tag: "a,b", notTag: "c", state: "disabled" });
  expect(exportHref(matchParameters(query))).toBe(
    "/dashboard/settings/data/export?state=disabled&tag=a%2Cb&notTag=c",
  );
  expect(exportHref(matchParameters(browseQuerySchema.parse({})))).toBe(
    "/dashboard/settings/data/export?",
  );
});

it("what cannot be a tag is ignored", () => {
  expect(browseQuerySchema.parse({ tag: `,${"x".repeat(60)},a\0b, ok ` }).tag).toEqual(["ok"]);
  expect(browseQuerySchema.parse({ tag: 7, tagMode: "most" })).toMatchObject({
    tag: undefined,
    tagMode: undefined,
  });
});
