import { describe, expect, it, vi } from "vitest";
import {
  atField,
  changesOf,
  changesWithout,
  copyOf,
  draftOf,
  forgetDraft,
  keepDraft,
  keptDraft,
  newDraft,
  toNewLink,
} from "@/components/links/form/link-draft";
import { emptyMore, isNever } from "@/components/links/form/more-draft";
import { noSharing } from "@/components/links/form/sharing";
import { canUndo, undoOf } from "@/components/links/form/undo-of";
import { messageOf, problemOf, type Refused } from "@/lib/core/action-result";
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

const emptyDraft = newDraft({ tags: [], days: null, forwardQuery: false }, new Date(0));

it("a new link has the defaults of the instance, which its form can change", () => {
  const now = new Date("2030-01-31T10:20:30Z");
  const draft = newDraft({ tags: ["Spring"], days: 30, forwardQuery: true }, now);
  const url = "https://example.com/";
  expect(toNewLink({ ...draft, url })).toEqual({
    url,
    title: "",
    enabled: true,
    tags: ["Spring"],
    expiresAt: "2030-03-02T10:20:00Z",
    forwardQuery: true,
  });
  const changed = { ...draft, url, tags: [], expires: "", more: emptyMore };
  expect(toNewLink(changed)).toEqual(toNewLink({ ...emptyDraft, url }));
});

describe("changesOf", () => {
  it("finds no change in an untouched form, so seconds that it cannot show are kept", () => {
    expect(changesOf(link, draftOf(link))).toEqual({});
  });

  it("finds changes and the changes that revert them", () => {
    const changes = changesOf(link, {
      ...draftOf(link),
      slug: "lines ",
      title: " Lines",
      expires: "",
      enabled: false,
    });
    expect(changes).toEqual({ slug: "lines", title: "Lines", expiresAt: null, enabled: false });
    expect(undoOf(link, changes)).toEqual({
      slug: "contour",
      title: null,
      expiresAt: "2026-11-30T23:59:59.999Z",
      enabled: true,
    });
  });
});

it("finds what changes of the destinations by language and date", () => {
  const ruled: Link = {
    ...link,
    languages: { de: "https://de.example/" },
    schedule: [{ from: "2030-12-01T08:00:30.000Z", url: "https://winter.example/" }],
  };
  const draft = draftOf(ruled);
  expect(changesOf(ruled, draft)).toEqual({});
  const more: typeof draft.more = {
    ...draft.more,
    languages: [["pt-BR", "https://pt.example/"]],
    schedule: [
      ["2031-03-01T00:00", "https://spring.example/ ", null],
      ["2030-12-01T08:00", "https://winter.example/", null],
      ["2032-01-01T00:00", "", null],
    ],
  };
  expect(changesOf(ruled, { ...draft, more })).toEqual({
    languages: { "pt-BR": "https://pt.example/" },
    schedule: [
      { from: "2030-12-01T08:00:00Z", url: "https://winter.example/" },
      { from: "2031-03-01T00:00:00Z", url: "https://spring.example/" },
    ],
  });
  expect(changesOf(ruled, { ...draft, more: emptyMore })).toEqual({
    languages: null,
    schedule: null,
  });
});

it("sends the dates that stay as they are stored, also two of one minute", () => {
  const [first, second] = ["2030-12-01T08:00:00.000Z", "2030-12-01T08:00:30.500Z"];
  const url = "https://winter.example/";
  const dated: Link = { ...link, schedule: [first, second].map((from) => ({ from, url })) };
  const draft = draftOf(dated);
  const { schedule } = draft.more;
  const sent = (rows: typeof schedule) =>
    changesOf(dated, { ...draft, more: { ...draft.more, schedule: rows } }).schedule;
  const added = { from: "2031-03-01T00:00:00Z", url };
  expect(sent([["2031-03-01T00:00", url, null], ...schedule.toReversed()])).toEqual([
    { from: first, url },
    { from: second, url },
    added,
  ]);
  // Only the row whose minute is another one.
  expect(sent(schedule.with(0, ["2031-03-01T00:00", url, first]))).toEqual([
    { from: second, url },
    added,
  ]);
  expect(sent([["2030-12-01T08:00", url, null], ...schedule.slice(1)])).toEqual([
    { from: "2030-12-01T08:00:00Z", url },
    { from: second, url },
  ]);
});

it("finds what changes of the destinations by platform and country", () => {
  const ruled: Link = { ...link, ios: "https://ios.example/", geo: { DE: "https://de.example/" } };
  const draft = draftOf(ruled);
  expect(changesOf(ruled, draft)).toEqual({});
  const more = {
    ...draft.more,
    ios: " ",
    geo: [
      ["FR", "https://fr.example/ "],
      ["AT", ""],
    ],
  };
  const changes = changesOf(ruled, { ...draft, more: more as typeof draft.more });
  expect(changes).toEqual({ ios: null, geo: { FR: "https://fr.example/" } });
  expect(undoOf(ruled, changes)).toEqual({ ios: ruled.ios, geo: ruled.geo });
  expect(changesOf(ruled, { ...draft, more: emptyMore })).toEqual({ ios: null, geo: null });
  expect(toNewLink(copyOf(ruled, new Date()))).toMatchObject({ ios: ruled.ios, geo: ruled.geo });
});

it("keeps the old slug of a link with clicks as an alias, unless that is not wanted", () => {
  const clicked = { ...link, clickCount: 1 };
  const changes = changesOf(clicked, { ...draftOf(clicked), slug: "lines" });
  expect(changes).toEqual({ slug: "lines", keepOldSlug: true });
  expect(undoOf(clicked, changes)).toEqual({ slug: "contour", keepOldSlug: false });
  // A slug that was an alias becomes one again.
  expect(undoOf({ ...clicked, aliases: ["lines", "old"] }, changes)).toEqual({
    slug: "contour",
    keepOldSlug: false,
    aliases: ["lines", "old"],
  });
  expect(undoOf({ ...clicked, aliases: ["old"] }, changes)).toEqual({
    slug: "contour",
    keepOldSlug: false,
  });
  expect(changesOf(clicked, { ...draftOf(clicked), slug: "lines", keepOldSlug: false })).toEqual({
    slug: "lines",
  });
  expect(changesOf(clicked, { ...draftOf(clicked), keepOldSlug: false })).toEqual({});
  expect(changesOf(link, { ...draftOf(link), slug: "lines" })).toEqual({ slug: "lines" });
});

it("tags and a note are changes of their own, and what is being typed counts as a tag", () => {
  const tagged: Link = { ...link, tags: ["Spring"], note: "Printed" };
  expect(changesOf(tagged, draftOf(tagged))).toEqual({});
  expect(changesOf(tagged, { ...draftOf(tagged), tag: " SPRING " })).toEqual({});
  const changes = changesOf(tagged, { ...draftOf(tagged), tag: " autumn ", note: " " });
  expect(changes).toEqual({ tags: ["Spring", "autumn"], note: null });
  expect(undoOf(tagged, changes)).toEqual({ tags: ["Spring"], note: "Printed" });
  expect(undoOf(link, { tags: ["a"], note: "b" })).toEqual({ tags: [], note: null });
  expect(
    toNewLink({ ...emptyDraft, url: "example.com", tags: ["a"], tag: "b", note: "c" }),
  ).toMatchObject({ tags: ["a", "b"], note: "c" });
});

it("changes of the folded part are only those that were made, and an earlier password cannot come back", () => {
  const rich: Link = {
    ...link,
    maxClicks: 5,
    startsAt: "2026-11-20T08:00:30.000Z",
    hasPassword: true,
    forwardQuery: true,
    description: "Text",
  };
  const draft = draftOf(rich);
  expect(changesOf(rich, draft)).toEqual({});
  const changes = changesOf(rich, {
    ...draft,
    more: { ...draft.more, maxClicks: " ", forwardQuery: false, description: " Other " },
  });
  expect(changes).toEqual({ maxClicks: null, forwardQuery: false, description: "Other" });
  for (const [typed, number] of [
    ["١٬٢٠٠", 1_200],
    ["１２", 12],
    ["1.200", 1_200],
    ["1.5", 1.5],
  ] as const)
    expect(changesOf(rich, { ...draft, more: { ...draft.more, maxClicks: typed } })).toEqual({
      maxClicks: number,
    });
  expect(undoOf(rich, changes)).toEqual({ maxClicks: 5, forwardQuery: true, description: "Text" });
  expect(canUndo(rich, changes)).toBe(true);
  const opened = changesOf(rich, { ...draft, more: { ...draft.more, hasPassword: false } });
  expect(opened).toEqual({ password: null });
  expect(canUndo(rich, opened)).toBe(false);
  expect(undoOf(link, { password: "new", image: "https://example.com/a.png" })).toEqual({
    password: null,
    image: null,
  });
  expect(copyOf(rich, new Date("2026-11-20T00:00:00Z")).more).toMatchObject({
    hasPassword: false,
    lostPassword: "contour",
    maxClicks: "5",
  });
  expect(
    toNewLink({
      ...emptyDraft,
      url: "example.com",
      more: { ...draft.more, password: "pw", maxClicks: "7" },
    }),
  ).toMatchObject({
    maxClicks: 7,
    password: "pw",
    startsAt: "2026-11-20T08:00:00Z",
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

/** What `sessionStorage` has from now on, until `vi.unstubAllGlobals`. */
function stubStorage(): Map<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  return stored;
}

it("a draft that an earlier version kept has all fields of this one", () => {
  const stored = stubStorage();
  keepDraft({ ...emptyDraft, url: "https://example.com/long", note: "Mine" });
  const [key = ""] = stored.keys();
  stored.set(
    key,
    JSON.stringify({
      url: "https://example.com/long",
      note: "Mine",
      more: { description: "Text" },
      sharing: { places: [] },
    }),
  );
  expect(keptDraft()).toMatchObject({
    ...emptyDraft,
    url: "https://example.com/long",
    note: "Mine",
    more: { ...emptyMore, description: "Text" },
    sharing: noSharing,
  });
  vi.unstubAllGlobals();
});

it("a kept draft has no password, but knows that it had one", () => {
  const stored = stubStorage();
  keepDraft({ ...emptyDraft, more: { ...emptyMore, password: "open sesame" } });
  expect([...stored.values()].join()).not.toContain("sesame");
  const kept = keptDraft();
  expect(kept?.more).toEqual({ ...emptyMore, lostPassword: "" });
  keepDraft(kept);
  expect(keptDraft()?.more.lostPassword).toBe("");
  keepDraft({ ...emptyDraft, more: emptyMore }, "contour");
  expect(keptDraft("contour")?.more.lostPassword).toBeNull();
  keepDraft(null);
  expect(keptDraft()).toBeNull();
  vi.unstubAllGlobals();
});

it("forgets the draft that was sent, and none that was typed meanwhile", () => {
  stubStorage();
  const sent = { ...emptyDraft, url: "https://example.com/1", slug: "x7Kd9aQ" };
  keepDraft({ ...sent, url: "https://example.com/2" });
  forgetDraft(sent);
  expect(keptDraft()?.url).toBe("https://example.com/2");
  keepDraft({ ...sent, slug: "" });
  forgetDraft({ ...sent, more: { ...emptyMore, password: "open sesame" } });
  expect(keptDraft()).toBeNull();
  vi.unstubAllGlobals();
});

it("a copy has no slug, is enabled, and keeps only an expiry that lies ahead", () => {
  const copied = { ...link, title: "Contour lines", enabled: false };
  const before = new Date("2026-11-20T00:00:00Z");
  expect(copyOf(copied, before)).toEqual({
    url: "https://example.com/",
    slug: "",
    ownSlug: false,
    title: "Contour lines",
    expires: "2026-11-30T23:59",
    enabled: true,
    tags: [],
    tag: "",
    note: "",
    keepOldSlug: false,
    more: emptyMore,
    sharing: noSharing,
  });
  expect(copyOf(copied, new Date("2026-12-01T00:00:00Z")).expires).toBe("");
});

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
  expect([isNever("", "2026-11-20T08:00"), isNever("2026-11-20T08:00", "")]).toEqual([
    false,
    false,
  ]);
});

it("a slug that stays as others left it leaves nothing to be saved", () => {
  const changes = { slug: "mine", keepOldSlug: true };
  expect(changesWithout(changes, ["slug"])).toEqual({});
  expect(changesWithout({ ...changes, title: "Mine" }, ["title"])).toEqual(changes);
});
