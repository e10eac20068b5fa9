import { expect, it } from "vitest";
import { takeTagTokens } from "@/components/links/list/tag-tokens";

it.each([
  ["sale", { text: "sale", tag: [], notTag: [] }],
  ["-tag:spr", { text: "-tag:spr", tag: [], notTag: [] }],
  ["-tag:spring ", { text: "", tag: [], notTag: ["spring"] }],
  ["tag:a -tag:b sale", { text: "sale", tag: ["a"], notTag: ["b"] }],
  ['sale -TAG:"two  words"', { text: "sale ", tag: [], notTag: ["two words"] }],
  ['-tag:"two wo', { text: '-tag:"two wo', tag: [], notTag: [] }],
  ["-tag:-a ", { text: "", tag: [], notTag: ["-a"] }],
  ["-tag:a,b ", { text: "-tag:a,b ", tag: [], notTag: [] }],
  ['tag:"" ', { text: 'tag:"" ', tag: [], notTag: [] }],
  ["hashtag:a b", { text: "hashtag:a b", tag: [], notTag: [] }],
])("of %j takes the tags that are typed to their end", (typed, taken) => {
  expect(takeTagTokens(typed)).toEqual(taken);
});

it("adds tags to those that are chosen, each once", () => {
  expect(takeTagTokens("tag:A -tag:c ", false, { tag: ["a", "b"] })).toEqual({
    text: "",
    tag: ["a", "b"],
    notTag: ["c"],
  });
});

it("lets a tag that was chosen the other way change sides", () => {
  expect(takeTagTokens("-tag:A ", false, { tag: ["a", "b"], notTag: ["c"] })).toEqual({
    text: "",
    tag: ["b"],
    notTag: ["c", "A"],
  });
});

it("Enter ends the last one", () => {
  expect(takeTagTokens("x -tag:spring", true)).toEqual({
    text: "x ",
    tag: [],
    notTag: ["spring"],
  });
});
