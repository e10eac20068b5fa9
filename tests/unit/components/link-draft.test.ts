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
    sharing: noSharing,
  });
  expect(copyOf(copied, new Date("2026-12-01T00:00:00Z")).expires).toBe("");
});
