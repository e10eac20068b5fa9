import { expect, it } from "vitest";
import { toTarget } from "@/lib/visits/find-targets";
import { plainColumns } from "../../support/target";

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

it("a link with nothing but the fields of the contract is plain", () => {
  expect(toTarget(row)).toEqual({ ...row, hasPassword: false, isPlain: true, isUsedUp: false });
  // Without passing on the query it has no effect.
  expect(toTarget({ ...row, forwardUtm: true }).isPlain).toBe(true);
});

it.each([
  { maxClicks: 1 },
  { startsAt: new Date(0) },
  { expiredUrl: "https://example.com/over" },
  { passwordHash: "a:b" },
  { forwardQuery: true },
  { description: "Text" },
  { image: "https://example.com/i.png" },
])("a link with %o is not", (extra) => {
  expect(toTarget({ ...row, ...extra }).isPlain).toBe(false);
});
