import { expect, it } from "vitest";
import { sendPortions } from "@/components/links/several/send-portions";

const portions = [["a", "b"], ["c", "d"], ["e"]];

it("after a lost answer only what has none is sent again", async () => {
  const results: string[][] = [];
  const sent: number[] = [];
  const done: number[] = [];
  let isDown = true;
  const send = async (portion: string[], at: number) => {
    sent.push(at);
    if (at === 1 && isDown) throw new TypeError("fetch failed");
    return { ok: true as const, value: portion.map((each) => each.toUpperCase()) };
  };
  expect(await sendPortions(portions, results, send, (count) => done.push(count))).toBe(
    "2 of 5 lines are done. No answer from the server. Nothing is lost: create them again, and no link is created twice.",
  );
  isDown = false;
  expect(await sendPortions(portions, results, send, () => {})).toBeUndefined();
  expect([sent, done]).toEqual([
    [0, 1, 1, 2],
    [0, 2],
  ]);
  expect(results.flat()).toEqual(["A", "B", "C", "D", "E"]);
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
      [],
      async () => refused,
      () => {},
    ),
  ).toBe("This needs a role.");
});
