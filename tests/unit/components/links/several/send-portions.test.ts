import { expect, it } from "vitest";
import { sendPortions } from "@/components/links/several/send-portions";
import { textsIn } from "@/lib/texts/translate";

const t = textsIn("en", "form.several");

const portions = [["a", "b"], ["c", "d"], ["e"]];

it("says how much is done when an answer is lost", async () => {
  const done: string[][] = [];
  const send = async (portion: string[]) => {
    if (portion.includes("e")) throw new TypeError("fetch failed");
    return { ok: true as const, value: portion.map((each) => each.toUpperCase()) };
  };
  expect(await sendPortions(portions, send, (results) => done.push(results), t)).toBe(
    "4 of 5 lines are done. The server did not respond. Create the same lines again: no link is created twice.",
  );
  expect(done).toEqual([
    ["A", "B"],
    ["A", "B", "C", "D"],
  ]);
  expect(await sendPortions(portions.slice(0, 2), send, () => {}, t)).toBeUndefined();
});

it("a refusal is passed on in its own words", async () => {
  const refused = {
    ok: false,
    code: "forbidden",
    message: "This needs a role.",
    problems: [],
  } as const;
  expect(
    await sendPortions(
      portions,
      async () => refused,
      () => {},
      t,
    ),
  ).toBe("This needs a role.");
});
