import { expect, it } from "vitest";
import { wayBack } from "@/components/links/way-back";
import type { Link } from "@/lib/links/link";
import type { LinkEdit } from "@/lib/links/list-edits";

const link = { slug: "a", url: "https://new.example/", enabled: false, title: null, expiresAt: null } as Link;
const edit = (field: LinkEdit["field"], from: LinkEdit["from"], to: LinkEdit["to"]): LinkEdit => ({ at: "", by: null, field, from, to });

it("brings back what the latest edit of a field replaced", () => {
  expect(wayBack(link, edit("url", "https://old.example/", "https://new.example/"))).toEqual({
    changes: { url: "https://old.example/" },
    isLatest: true,
  });
  expect(wayBack(link, edit("tags", ["x"], []))).toEqual({ changes: { tags: ["x"] }, isLatest: true });
  expect(wayBack(link, edit("note", "Before", null))).toEqual({ changes: { note: "Before" }, isLatest: true });
});

it("restores what was changed again since, and offers nothing that the link has", () => {
  expect(wayBack(link, edit("url", "https://first.example/", "https://old.example/"))?.isLatest).toBe(false);
  expect(wayBack(link, edit("enabled", false, true))).toBeNull();
  expect(wayBack({ ...link, tags: ["x"] }, edit("tags", ["x"], ["x", "y"]))).toBeNull();
});

it("of a change by an earlier version goes back where the value is known", () => {
  expect(wayBack(link, edit("url", "old.example", null))).toBeNull();
  expect(wayBack(link, edit("slug", "b", null))?.changes).toEqual({ slug: "b" });
});
