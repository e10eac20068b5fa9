import { describe, expect, it } from "vitest";
import type { Link } from "@/lib/links/link";
import { cursorAt, readCursor } from "@/lib/stats/list/link-cursor";
import { refusalOf } from "../../support/refusal";

const link = {
  id: 7,
  slug: "spring",
  createdAt: "2026-01-02T03:04:05.678Z",
  clickCount: 3,
  lastClickedAt: null,
} as Link;
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("cursor", () => {
  it.each(["createdAt", "clickCount", "lastClickedAt", "slug"] as const)(
    "is read as it was made: by %s",
    (by) => {
      expect(readCursor(cursorAt(link, by))).toEqual({ by, value: link[by], id: 7 });
      expect(cursorAt(link, by)).toMatch(/^[\w-]+$/);
    },
  );

  it("is the start when empty", () => {
    expect(readCursor("")).toBeNull();
  });

  it.each([
    ["text", "nonsense"],
    ["NUL", "\0"],
    ["another list", encoded({ by: "url", value: "x", id: 1 })],
    ["no id", encoded({ by: "slug", value: "x" })],
    ["an id beyond the column", encoded({ by: "slug", value: "x", id: 2 ** 31 })],
    ["a slug that is none", encoded({ by: "slug", value: "a\0", id: 1 })],
    ["a date that is none", encoded({ by: "createdAt", value: "2026-13-01T00:00:00.000Z", id: 1 })],
    [
      "a date that Postgres does not have",
      encoded({ by: "lastClickedAt", value: "0000-01-01T00:00:00.000Z", id: 1 }),
    ],
    ["a count that is none", encoded({ by: "clickCount", value: -1, id: 1 })],
    ["a count beyond exact numbers", encoded({ by: "clickCount", value: 1e300, id: 1 })],
    ["null", encoded(null)],
  ])("refuses %s", async (_, cursor) => {
    expect(
      (await refusalOf(async () => readCursor(cursor))).problems.map(({ path }) => path),
    ).toEqual(["cursor"]);
  });
});
