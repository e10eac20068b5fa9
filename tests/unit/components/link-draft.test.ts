import { describe, expect, it } from "vitest";
import { changesOf, copyOf, draftOf, emptyDraft, toNewLink, undoOf } from "@/components/links/link-draft";
import { noSharing } from "@/components/links/sharing";
import type { Link } from "@/lib/links/link";

const link: Link = {
  id: 1,
  slug: "contour",
  url: "https://example.com/",
  shortUrl: "https://go.example.com/contour",
  title: null,
  enabled: true,
  clickCount: 0,
  lastClickedAt: null,
  botHitCount: 0,
  ogFetchFailCount: 0,
  expiresAt: "2026-11-30T23:59:59.999Z",
  createdAt: "2026-11-19T14:20:00.000Z",
  updatedAt: "2026-11-19T14:20:00.000Z",
};

describe("changesOf", () => {
  it("finds no change in an untouched form, so seconds that it cannot show are kept", () => {
    expect(changesOf(link, draftOf(link))).toEqual({});
  });

  it("finds changes and the changes that revert them", () => {
    const changes = changesOf(link, { ...draftOf(link), slug: "lines ", title: " Lines", expires: "", enabled: false });
    expect(changes).toEqual({ slug: "lines", title: "Lines", expiresAt: null, enabled: false });
    expect(undoOf(link, changes)).toEqual({ slug: "contour", title: null, expiresAt: "2026-11-30T23:59:59.999Z", enabled: true });
  });
});

it("tags and a note are changes of their own, and what is being typed counts as a tag", () => {
  const tagged: Link = { ...link, tags: ["Spring"], note: "Printed" };
  expect(changesOf(tagged, draftOf(tagged))).toEqual({});
  expect(changesOf(tagged, { ...draftOf(tagged), tag: " SPRING " })).toEqual({});
  const changes = changesOf(tagged, { ...draftOf(tagged), tag: " autumn ", note: " " });
  expect(changes).toEqual({ tags: ["Spring", "autumn"], note: null });
  expect(undoOf(tagged, changes)).toEqual({ tags: ["Spring"], note: "Printed" });
  expect(undoOf(link, { tags: ["a"], note: "b" })).toEqual({ tags: [], note: null });
  expect(toNewLink({ ...emptyDraft, url: "example.com", tags: ["a"], tag: "b", note: "c" })).toMatchObject({ tags: ["a", "b"], note: "c" });
});

it("a new link without a slug gets a generated one; times are UTC", () => {
  expect(toNewLink({ ...emptyDraft, url: "example.com", expires: "2026-12-01T08:00" })).toEqual({
    url: "https://example.com",
    title: "",
    enabled: true,
    expiresAt: "2026-12-01T08:00:00Z",
  });
});

it("a copy has no slug, is enabled, and keeps only an expiry that lies ahead", () => {
  const copied = { ...link, title: "Contour lines", enabled: false };
  const before = new Date("2026-11-20T00:00:00Z");
  expect(copyOf(copied, before)).toEqual({
    url: "https://example.com/",
    slug: "",
    title: "Contour lines",
    expires: "2026-11-30T23:59",
    enabled: true,
    tags: [],
    tag: "",
    note: "",
    sharing: noSharing,
  });
  expect(copyOf(copied, new Date("2026-12-01T00:00:00Z")).expires).toBe("");
});
