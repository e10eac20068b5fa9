import { expect, it } from "vitest";
import { isNever } from "@/components/links/more-fields";
import { atField } from "@/components/links/use-save-link";
import { messageOf, problemOf, type Refused } from "@/lib/core/action-result";

const refusedAt = (...paths: string[]): Refused => ({
  ok: false,
  code: "validation_failed",
  message: "Not possible.",
  problems: paths.map((path) => ({ path, code: "not_allowed", message: `about ${path}` })),
});

it("shows at the slug what concerns it", () => {
  expect(problemOf(atField(refusedAt("aliases")), "slug")).toBe("About aliases");
  expect(problemOf(atField(refusedAt("keepOldSlug")), "slug")).toBe("About keepOldSlug");
  expect(problemOf(atField({ ...refusedAt(), code: "slug_taken" }), "slug")).toBe("Not possible.");
});

it("shows the message itself if no field shows a problem", () => {
  expect(messageOf(atField(refusedAt("")))).toBe("Not possible.");
  const some = atField(refusedAt("unheard", "maxClicks"));
  expect(messageOf(some)).toBeUndefined();
  expect(problemOf(some, "maxClicks")).toBe("About maxClicks");
});

it("finds a start that comes after the expiry", () => {
  expect(isNever("2026-11-20T08:00", "2026-11-20T08:00")).toBe(true);
  expect(isNever("2026-11-20T07:59", "2026-11-20T08:00")).toBe(false);
  expect([isNever("", "2026-11-20T08:00"), isNever("2026-11-20T08:00", "")]).toEqual([false, false]);
});
