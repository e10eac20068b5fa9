import { expect, it } from "vitest";
import { isSharePath, sharePathOf } from "@/lib/core/share";
import { OpenShares } from "@/lib/shares/open-shares";
import { newShareSchema } from "@/lib/shares/share-schema";
import { useService } from "../support/service";

const now = new Date("2026-11-27T12:00:10Z");

it("one network opens 120 pages a minute, and all together 1,200", () => {
  const shares = new OpenShares(useService());
  const opened = (address: string, times: number) =>
    Array.from({ length: times }, () => shares.take(address, now)).filter((wait) => wait === null)
      .length;
  expect(opened("2001:db8:1:1::1", 130)).toBe(120);
  // The same subscriber.
  expect(opened("2001:db8:1:1::2", 1)).toBe(0);
  const others = Array.from({ length: 20 }, (_, network) => opened(`198.51.100.${network}`, 100));
  expect(others.reduce((sum, number) => sum + number, 0)).toBe(1_200 - 120);
  expect(shares.take("203.0.113.1", new Date(now.getTime() + 60_000))).toBeNull();
});

it("RATE_LIMITS=off lets everybody in", () => {
  const shares = new OpenShares(useService({ RATE_LIMITS: "off" }));
  for (let time = 0; time < 2_000; time++) expect(shares.take("203.0.113.1", now)).toBeNull();
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
  ["/dashboard/share", false],
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
    cards: ["links", "countries", "links"],
    days: 4_000,
  });
  expect(read).toEqual({ slug: "x", cards: ["countries", "links"], days: 365 });
});
