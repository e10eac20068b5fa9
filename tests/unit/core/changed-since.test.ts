import { expect, it } from "vitest";
import { changedSince, pickChanged } from "@/lib/core/changed-since";
import { type Link, withUnset } from "@/lib/links/link";

const shown = {
  slug: "a",
  url: "https://example.com/",
  title: "Old",
  enabled: true,
  expiresAt: null,
  tags: ["b"],
  geo: { DE: "https://example.de/" },
} as unknown as Link;

it.each([
  ["nothing, if nobody else changed it", {}, { title: "Mine" }, []],
  ["nothing, if others changed other fields", { url: "https://a.example/" }, { title: "Mine" }, []],
  ["the field that both changed", { title: "Theirs" }, { title: "Mine", url: "x" }, ["title"]],
  ["nothing, if both changed it to the same", { title: "Mine" }, { title: "Mine" }, []],
  ["a field that was unset and has a value now", { note: "Theirs" }, { note: "Mine" }, ["note"]],
  [
    "tags and addresses by what is in them",
    { tags: ["c"], geo: null },
    { tags: [], geo: {} },
    ["tags", "geo"],
  ],
  ["no password, which nobody sees", { hasPassword: true }, { password: "pw" }, []],
])("two changes contradict each other in %s", (_, theirs, mine, fields) => {
  const now = { ...shown, ...theirs } as unknown as Link;
  expect(changedSince(withUnset(shown), withUnset(now), mine)).toEqual(fields);
});

it("changes are what differs from what was seen", () => {
  const seen = { name: "A", events: ["link.created"], digest: { day: 1 } };
  expect(pickChanged(seen, { ...seen, digest: { day: 1 } })).toEqual({});
  expect(pickChanged(seen, { name: "B", events: [], digest: { day: 1 }, url: "x" })).toEqual({
    name: "B",
    events: [],
    url: "x",
  });
});
