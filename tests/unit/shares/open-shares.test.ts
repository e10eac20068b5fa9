import { expect, it } from "vitest";
import { isSharePath, shareCards, sharePathOf, usualCards } from "@/lib/core/share";
import { OpenShares } from "@/lib/shares/open-shares";
import { newShareSchema } from "@/lib/shares/share-schema";
import { useService } from "../support/service";

const now = new Date("2026-11-27T12:00:10Z");

it("one network asks for 120 pages a minute", () => {
  const shares = new OpenShares(useService());
  const asked = (address: string, times: number) =>
    Array.from({ length: times }, () => shares.take(address, now)).filter((wait) => wait === null)
      .length;
  expect(asked("2001:db8:1:1::1", 130)).toBe(120);
  // The same subscriber.
  expect(asked("2001:db8:1:1::2", 1)).toBe(0);
  expect(asked("198.51.100.1", 100)).toBe(100);
  expect(shares.take("2001:db8:1:1::1", new Date(now.getTime() + 60_000))).toBeNull();
});

it("an address that none can have is not looked up", async () => {
  const shares = new OpenShares(useService());
  for (const address of ["", "x", "x".repeat(23), "=".repeat(22), "é".repeat(22)])
    expect(await shares.find(address, now)).toBeNull();
});

it.each([
  [sharePathOf("x".repeat(22)), true],
  [`${sharePathOf("x")}/`, true],
  [`${sharePathOf("x")}/csv`, true],
  [`${sharePathOf("x")}?ref=a%2Fb`, true],
  [`${sharePathOf("%E0%A4")}/csv?a=/b/c?d`, true],
  ["/dashboard/share", false],
  ["/dashboard/share?x", false],
  ["/dashboard/share/?x", false],
  ["/dashboard/links?next=/dashboard/share/x", false],
  ["/dashboard/share/", false],
  ["/dashboard/share/x/csv/y", false],
  ["/dashboard/shares/x", false],
  ["/x/dashboard/share/x", false],
])("%s is a share page: %s", (path, is) => {
  expect(isSharePath(path)).toBe(is);
});

it("cards come once and in their order, and days end at 365", () => {
  const read = newShareSchema.parse({
    slug: "x",
    cards: ["countries", "links", "countries"],
    days: 4_000,
  });
  expect(read).toEqual({ slug: "x", cards: ["links", "countries"], days: 365 });
});

it("a page compares only if that is chosen", () => {
  expect(shareCards).toContain("comparison");
  expect(usualCards).not.toContain("comparison");
});

it("a tag is read as everywhere", () => {
  expect(newShareSchema.parse({ tag: " spring\n sale " })).toEqual({ tag: "spring sale" });
  expect(newShareSchema.safeParse({ tag: " " }).success).toBe(false);
});
