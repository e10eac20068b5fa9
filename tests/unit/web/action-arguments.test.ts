import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { actionIdOf, areArguments, textOf } from "@/lib/web/action-arguments";

/** What Next's router in the browser writes arguments with. */
const react = createRequire(import.meta.url)(
  "next/dist/compiled/react-server-dom-turbopack/client.node",
) as {
  encodeReply: (
    value: unknown,
    options: { temporaryReferences: unknown },
  ) => Promise<string | FormData>;
  createTemporaryReferenceSet: () => unknown;
};

const id = "60".padEnd(42, "a");

describe("areArguments", () => {
  const are = (row: string) => areArguments((name) => (name === "0" ? row : undefined));

  it.each([
    "[]",
    '["a",1,true,null,{"b":["c"]}]',
    '["$$5 off","$undefined","$T"]',
    '[{"done":true},"$K1"]',
    '[{"a":{"b":1}},"$0:0:a"]',
  ])("accepts arguments from a browser: %s", (row) => {
    expect(are(row)).toBe(true);
  });

  const shared = { email: "taken: $5", values: [1, undefined, null] };
  const form = new FormData();
  for (const [name, value] of [
    ["email", "a@example.com"],
    ["$ACTION_KEY", "k"],
    ["a:b", "$0"],
  ] as const)
    form.append(name, value);

  it.each<[string, unknown[]]>([
    ["text", ["$5 off", "", "2026-11-22T09:00:00.000Z"]],
    ["values", [1, true, null, undefined]],
    [
      "a link",
      [{ url: "https://example.com/$a?b=$1", title: null, expiresAt: undefined, enabled: false }],
    ],
    ["a list", [["a", "b"], { url: "https://example.com" }]],
    ["a state and a form", [{ problems: { email: "x" } }, form]],
    ["a bound secret, a state and a form", ["secret", {}, form]],
    ["the same value twice", [{ a: shared, b: [shared] }, shared]],
    ["what only the browser knows", [{ icon: () => {} }]],
  ])("accepts React's encoding: %s", async (_, values) => {
    const body = await react.encodeReply(values, {
      temporaryReferences: react.createTemporaryReferenceSet(),
    });
    expect(
      areArguments((name) =>
        typeof body === "string" ? (name === "0" ? body : undefined) : textOf(body, name),
      ),
    ).toBe(true);
  });

  it.each([
    ["nothing", ""],
    ["no JSON", "[1"],
    ["no list", '{"0":1}'],
    ["a reference to a missing row", '["$F1"]'],
    ["a promise", '["$@1"]'],
    ["another action", '["$h1"]'],
    ["a map", '["$Q1"]'],
    ["a file", '["$B1"]'],
    ["a bare sign", '["$"]'],
    ["a reference to another row", '["$1:a"]'],
    ["a reference to nothing", '[{},"$0:0:a"]'],
    ["a reference to what every object inherits", '[{},"$0:0:constructor"]'],
    ["a reference to itself", '["$0"]'],
    ["a prototype", '[{"__proto__":{"a":"b"}}]'],
    ["values that no page sends", '["$NaN","$D2026-11-22T09:00:00.000Z"]'],
    ["a deep value", `${"[".repeat(5_000)}${"]".repeat(5_000)}`],
  ])("refuses %s", (_, row) => {
    expect(are(row)).toBe(false);
  });
});

describe("actionIdOf", () => {
  const form = (fields: [string, string][]) => {
    const data = new FormData();
    for (const [name, value] of fields) data.append(name, value);
    return actionIdOf(data);
  };
  const bound = (rows: [string, string][]) => form([["$ACTION_REF_1", ""], ...rows]);

  it("finds the action of a form", () => {
    expect(
      form([
        ["email", "x"],
        [`$ACTION_ID_${id}`, ""],
      ]),
    ).toBe(id);
    expect(
      bound([
        ["$ACTION_1:0", `{"id":"${id}","bound":"$@1"}`],
        ["$ACTION_1:1", '["secret",{}]'],
        ["$ACTION_KEY", "k"],
      ]),
    ).toBe(id);
    expect(bound([["$ACTION_1:0", `{"id":"${id}","bound":null}`]])).toBe(id);
    expect(
      bound([
        ["$ACTION_1:0", `{"id":"${id}","bound":"$@1"}`],
        ["$ACTION_1:1", '[{"a":{}},"$1:0:a"]'],
      ]),
    ).toBe(id);
  });

  it.each<[string, [string, string][]]>([
    ["no action", [["a", "b"]]],
    [
      "an action that is no object",
      [
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", "null"],
      ],
    ],
    ["an id of another length", [["$ACTION_ID_60aa", ""]]],
    [
      "two actions",
      [
        [`$ACTION_ID_${id}`, ""],
        ["$ACTION_REF_1", ""],
      ],
    ],
    ["a missing row", [["$ACTION_REF_1", ""]]],
    [
      "a row that is no JSON",
      [
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", "x"],
      ],
    ],
    [
      "a row that is given twice",
      [
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", `{"id":"${id}","bound":null}`],
        ["$ACTION_1:0", "x"],
      ],
    ],
    [
      "an id that is no text",
      [
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", '{"id":[],"bound":null}'],
      ],
    ],
    [
      "no bound arguments",
      [
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", `{"id":"${id}"}`],
      ],
    ],
    [
      "bound arguments that are missing",
      [
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", `{"id":"${id}","bound":"$@9"}`],
      ],
    ],
    [
      "bound arguments that cannot be read",
      [
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", `{"id":"${id}","bound":"$@1"}`],
        ["$ACTION_1:1", "x"],
      ],
    ],
  ])("is null with %s", (_, fields) => {
    expect(form(fields)).toBeNull();
  });
});
