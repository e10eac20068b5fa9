import { beforeEach, expect, it, vi } from "vitest";
import { findTargets } from "@/lib/visits/find-targets";
import { plainColumns } from "../../support/target";
import { useConfig, visitsPart } from "../support/config";

const row = {
  linkId: 1,
  slug: "a",
  url: "https://example.com/",
  title: "Title",
  enabled: false,
  expiresAt: new Date(0),
  createdAt: new Date(0),
  alias: null,
  ...plainColumns,
};

const read = vi.hoisted(() => vi.fn());
vi.mock("@/lib/database/client", () => ({ recordingDatabase: () => ({ $queryRaw: read }) }));

beforeEach(() => useConfig({}, visitsPart));

async function targetOf(stored: object) {
  read.mockResolvedValue([stored]);
  return (await findTargets(["a"])).get("a");
}

it("a link with nothing but the fields of the contract is plain", async () => {
  expect(await targetOf(row)).toEqual({
    ...row,
    hasPassword: false,
    isPlain: true,
    isUsedUp: false,
  });
  // Without passing on the query it has no effect.
  expect((await targetOf({ ...row, forwardUtm: true }))?.isPlain).toBe(true);
});

it.each([
  { maxClicks: 1 },
  { startsAt: new Date(0) },
  { expiredUrl: "https://example.com/over" },
  { ios: "https://example.com/ios" },
  { android: "https://example.com/android" },
  { geo: { DE: "https://example.com/de" } },
  { languages: { de: "https://example.com/de" } },
  { schedule: [{ from: "2030-01-01T00:00:00.000Z", url: "https://example.com/later" }] },
  { passwordHash: "a:b" },
  { forwardQuery: true },
  { description: "Text" },
  { image: "https://example.com/i.png" },
])("a link with %o is not", async (extra) => {
  expect((await targetOf({ ...row, ...extra }))?.isPlain).toBe(false);
});

it("a link to a further host is not plain, so that it is not followed in a circle", async () => {
  const url = "https://go.brand.example/x";
  expect((await targetOf({ ...row, url }))?.isPlain).toBe(true);
  useConfig({ DOMAINS: "go.brand.example" }, visitsPart);
  expect((await targetOf({ ...row, url }))?.isPlain).toBe(false);
  expect((await targetOf({ ...row, domain: "go.brand.example" }))?.isPlain).toBe(true);
});
