import { expect, it } from "vitest";
import { wayBack } from "@/components/links/page/way-back";
import type { Link } from "@/lib/links/link";
import type { LinkEdit } from "@/lib/links/list-edits";

const link = {
  slug: "a",
  url: "https://new.example/",
  enabled: false,
  title: null,
  expiresAt: null,
} as Link;
const edit = (field: LinkEdit["field"], from: LinkEdit["from"], to: LinkEdit["to"]): LinkEdit => ({
  at: "",
  by: null,
  field,
  from,
  to,
});

it("brings back what an edit replaced", () => {
  expect(wayBack(link, edit("url", "https://old.example/", "https://new.example/"))).toEqual({
    changes: { url: "https://old.example/" },
  });
  expect(wayBack(link, edit("note", "Before", null))).toEqual({ changes: { note: "Before" } });
});

it("offers nothing that the link has", () => {
  expect(wayBack(link, edit("enabled", false, true))).toBeNull();
  expect(wayBack(link, edit("note", null, "Meanwhile removed"))).toBeNull();
});

it("takes back only the difference that an edit of tags made", () => {
  const tagged = { ...link, tags: ["Kept", "Later", "Added"] };
  expect(wayBack(tagged, edit("tags", ["kept", "gone"], ["kept", "added"]))).toEqual({
    tags: { add: ["gone"], remove: ["added"], isUndo: true },
  });
  expect(wayBack(link, edit("tags", ["x"], []))).toEqual({
    tags: { add: ["x"], remove: [], isUndo: true },
  });
  expect(wayBack({ ...link, tags: ["x"] }, edit("tags", ["x"], ["x", "renamed since"]))).toBeNull();
});

it("brings back what is unset, but no password", () => {
  expect(wayBack({ ...link, maxClicks: 5 }, edit("maxClicks", null, 5))).toEqual({
    changes: { maxClicks: null },
  });
  expect(wayBack(link, edit("forwardQuery", false, true))).toBeNull();
  expect(wayBack(link, edit("password", true, false))).toBeNull();
});

it("of a change by an earlier version goes back where the value is known", () => {
  expect(wayBack(link, edit("url", "old.example", null))).toBeNull();
  expect(wayBack(link, edit("slug", "b", null))).toEqual({ changes: { slug: "b" } });
});
