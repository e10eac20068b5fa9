import { describe, expect, it } from "vitest";
import { ClickStatements } from "@/lib/visits/click-storage";

describe("statements that store clicks", () => {
  it("run side by side until one is given up, then one at a time until one succeeds", async () => {
    const statements = new ClickStatements();
    const begin = () => {
      let settle = { succeed: () => {}, fail: () => {} };
      const statement = new Promise<void>((resolve, reject) => {
        settle = { succeed: resolve, fail: () => reject(new Error("timeout")) };
      });
      return { ...settle, ended: statements.run(() => statement).catch(() => {}) };
    };
    const [first, second] = [begin(), begin()];
    expect(statements.mayBegin).toBe(true);
    statements.gaveUp();
    expect(statements.mayBegin).toBe(false);
    first.fail();
    await first.ended;
    expect(statements.mayBegin).toBe(false);
    second.fail();
    await second.ended;
    expect(statements.mayBegin).toBe(true);

    const [early, hung] = [begin(), begin()];
    statements.gaveUp();
    early.succeed();
    await early.ended;
    expect(statements.mayBegin).toBe(false);
    hung.fail();
    await hung.ended;

    const third = begin();
    expect(statements.mayBegin).toBe(false);
    third.succeed();
    await third.ended;
    begin();
    expect(statements.mayBegin).toBe(true);
  });

  it("wait for one that hangs, if they have no other way", async () => {
    const statements = new ClickStatements();
    let end = () => {};
    const hung = statements.run(
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    );
    statements.gaveUp();
    const order: string[] = [];
    const waiting = statements.untilOneMayBegin().then(() => order.push("begins"));
    await new Promise(setImmediate);
    order.push("ends");
    end();
    await Promise.all([hung, waiting]);
    expect(order).toEqual(["ends", "begins"]);
  });
});
