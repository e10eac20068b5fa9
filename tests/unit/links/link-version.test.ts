import { expect, it } from "vitest";
import { type Link, withUnset } from "@/lib/links/link";
import { changedSince } from "@/lib/links/link-version";

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
  expect(changedSince(withUnset(shown), now, mine)).toEqual(fields);
});
