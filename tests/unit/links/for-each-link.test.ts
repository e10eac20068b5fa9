import { beforeAll, expect, it } from "vitest";
import { SluglineError } from "@/lib/core/errors";
import { forEachLink } from "@/lib/links/for-each-link";
import { useConfig } from "../support/config";

beforeAll(() => useConfig());

it("continues after a missing link and reports each outcome", async () => {
  const outcome = await forEachLink(["a", "b", "c"], async (slug) => {
    if (slug === "b") throw new SluglineError("not_found", "gone");
    return slug.toUpperCase();
  });
  expect(outcome).toEqual({ done: ["A", "C"], failed: [{ slug: "b", code: "not_found" }] });
});

it.each([
  [new SluglineError("unavailable", "down"), "unavailable"],
  [new Error("broken"), "internal_error"],
])("stops at %s without trying further links", async (error, code) => {
  const tried: string[] = [];
  const outcome = await forEachLink(["a", "b", "c"], async (slug) => {
    tried.push(slug);
    if (slug === "b") throw error;
    return slug;
  });
  expect(tried).toEqual(["a", "b"]);
  expect(outcome).toEqual({
    done: ["a"],
    failed: [
      { slug: "b", code },
      { slug: "c", code },
    ],
  });
});
