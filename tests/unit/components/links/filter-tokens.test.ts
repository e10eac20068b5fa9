import { expect, it } from "vitest";
import {
  asTyped,
  filterNames,
  takeTokens as takeIn,
  tokenAt,
  written,
} from "@/components/links/list/filter-tokens";
import { allLanguages } from "@/lib/texts/languages";
import { textsIn } from "@/lib/texts/translate";
import { useTexts } from "../../support/english-texts";

const names = filterNames(useTexts("links.filters"));
const takeTokens = (typed: string, isEntered = false, chosen = {}) =>
  takeIn(typed, names, isEntered, chosen);

it.each([
  ["sale", { text: "sale", q: "sale", changes: {} }],
  ["tag:a -tag:b sale", { text: "sale", q: "sale", changes: { tag: ["a"], notTag: ["b"] } }],
  ["-tag:spring ", { text: "", q: "", changes: { tag: [], notTag: ["spring"] } }],
  [
    'sale -TAG:"two  words"',
    { text: "sale ", q: "sale", changes: { tag: [], notTag: ["two words"] } },
  ],
  ["-tag:-a ", { text: "", q: "", changes: { tag: [], notTag: ["-a"] } }],
  ["state:expired campaign:Spring ", { changes: { state: "expired", campaign: "Spring" } }],
  ['State:"Scheduled"', { text: "", q: "", changes: { state: "scheduled" } }],
  ["state:usedup by:me ", { text: "", changes: { state: "usedUp", createdBy: "me" } }],
  ['channel:"qr poster" destination:shop', { q: "", changes: { channel: "qr poster" } }],
  ["destination:shop.example.com:80/a ", { changes: { destination: "shop.example.com:80/a" } }],
])("of %j takes the tokens that are typed to their end", (typed, taken) => {
  expect(takeTokens(typed)).toMatchObject(taken);
});

it.each([
  ["-tag:spr", ""],
  ["sale tag:", "sale"],
  ['sale campaign:"two wo', "sale"],
  ["state:exp", ""],
])("of %j keeps the token that is typed, and does not search it", (typed, q) => {
  expect(takeTokens(typed)).toEqual({ text: typed, q, changes: {} });
});

it.each([
  "-tag:a,b ",
  "hashtag:a b",
  "state:nowhere ",
  "state:123 ",
  "state:--- ",
  "state:всё ",
  "-state:expired ",
  "https://example.com/a",
  'tag:"" ',
])("%j is text", (typed) => {
  expect(takeTokens(typed)).toEqual({ text: typed, q: typed.trim(), changes: {} });
});

it("adds tags to those that are chosen, each once", () => {
  expect(takeTokens("tag:A -tag:c ", false, { tag: ["a", "b"] }).changes).toEqual({
    tag: ["a", "b"],
    notTag: ["c"],
  });
});

it("lets a tag that was chosen the other way change sides", () => {
  expect(takeTokens("-tag:A ", false, { tag: ["a", "b"], notTag: ["c"] }).changes).toEqual({
    tag: ["b"],
    notTag: ["c", "A"],
  });
});

it("Enter ends the last one", () => {
  expect(takeTokens('x tag:"spring sale', true)).toEqual({
    text: "x ",
    q: "x",
    changes: { tag: ["spring sale"], notTag: [] },
  });
});

it.each([
  ["a tag:spr", { kind: "tag", value: "spr", from: 6 }],
  ["-tag:", { kind: "tag", value: "", from: 5 }],
  ['by:"Anna B', { kind: "by", value: "Anna B", from: 3 }],
  ["tag:spring ", null],
  ["https:", null],
])("%j ends with %j", (before, token) => {
  expect(tokenAt(before)).toEqual(token);
});

it("writes a value so that it is read again", () => {
  for (const value of ["spring", "two words"])
    expect(takeTokens(`campaign:${written(value)}`).changes).toEqual({ campaign: value });
});

it.each(allLanguages)("knows every state by its name in %s", (language) => {
  const names = filterNames(textsIn(language, "links.filters"));
  for (const [state, name] of Object.entries(names))
    for (const typed of [name, name.toLowerCase(), name.normalize("NFD")])
      expect(takeIn(`state:${written(typed)}`, names).changes).toEqual({ state });
});

it.each([
  ['"tag:sale"', "tag:sale"],
  ['"-tag:sale now" shop', "-tag:sale now shop"],
  ['"state:active', "state:active"],
  ['"the state:expired ', "the state:expired"],
  ['"say ""tag:x"""', 'say "tag:x"'],
  ['"plain words"', '"plain words"'],
  ['5" screen', '5" screen'],
])("%s in quotation marks is text", (typed, q) => {
  expect(takeTokens(typed)).toEqual({ text: typed, q, changes: {} });
});

it("takes filters beside text in quotation marks", () => {
  expect(takeTokens('"state:active" tag:a ')).toMatchObject({
    q: "state:active",
    changes: { tag: ["a"] },
  });
});

it.each(["tag:sale", "a -tag:b", '"tag:x"', "state:active", "destination:", "sale", '"two words"'])(
  "shows the searched text %j so that it stays text",
  (q) => {
    expect(takeTokens(asTyped(q), true)).toMatchObject({ q, changes: {} });
  },
);

it.each(["state:active", "-sale", "!sale", 'the "big" one', '"', "tag:a tag:b"])(
  "reads the tag %j as it is written",
  (name) => {
    const typed = `tag:${written(name)}-tag:${written(`${name}2`)}`;
    expect(takeTokens(typed).changes).toEqual({ tag: [name], notTag: [`${name}2`] });
  },
);
