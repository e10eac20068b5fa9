import { expect, it } from "vitest";
import { inPortions, portionLength } from "@/components/links/in-portions";
import type { ActionResult } from "@/lib/core/action-result";
import type { BulkOutcome } from "@/lib/links/for-each-link";

const slugs = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);
const allDone = async (portion: string[]): Promise<ActionResult<BulkOutcome<string>>> => ({ ok: true, value: { done: portion, failed: [] } });
const refused: ActionResult<never> = { ok: false, code: "forbidden", message: "Open it at another address.", problems: [] };

it("sends portions one after another and reports its progress", async () => {
  const [portions, progress]: [number[], number[]] = [[], []];
  const send = (portion: string[]) => {
    portions.push(portion.length);
    return allDone(portion);
  };
  const all = slugs(2 * portionLength + 1);
  expect(await inPortions(all, send, (sent) => progress.push(sent))).toEqual({ done: all, failed: [] });
  expect(portions).toEqual([portionLength, portionLength, 1]);
  expect(progress).toEqual([portionLength, 2 * portionLength, all.length]);
});

it.each(["not_found", "validation_failed"] as const)("goes on after a failure of one link: %s", async (code) => {
  const send = async ([first = "", ...rest]: string[]): Promise<ActionResult<BulkOutcome<string>>> => ({
    ok: true,
    value: { done: rest, failed: [{ slug: first, code }] },
  });
  const { done, failed } = await inPortions(slugs(portionLength + 2), send);
  expect(done).toHaveLength(portionLength);
  expect(failed.map(({ slug }) => slug)).toEqual(["s0", `s${portionLength}`]);
});

it("ends at a portion that fails, and counts the rest as failed", async () => {
  let calls = 0;
  const lost = async (portion: string[]) => (calls++ === 0 ? allDone(portion) : Promise.reject(new TypeError("Failed to fetch")));
  const outcome = await inPortions(slugs(3 * portionLength), lost);
  expect(calls).toBe(2);
  expect(outcome.done).toHaveLength(portionLength);
  expect(outcome.failed).toHaveLength(2 * portionLength);
  expect(new Set(outcome.failed.map(({ code }) => code))).toEqual(new Set(["no_answer"]));
  expect(outcome.refusal).toBeUndefined();
});

it("passes on why nothing was even tried", async () => {
  expect(await inPortions(slugs(2), async () => refused)).toEqual({
    done: [],
    failed: slugs(2).map((slug) => ({ slug, code: "forbidden" })),
    refusal: "Open it at another address.",
  });
});

it("stops once the server fails in the middle of a portion", async () => {
  const send = async ([first = "", ...rest]: string[]): Promise<ActionResult<BulkOutcome<string>>> => ({
    ok: true,
    value: { done: [first], failed: rest.map((slug) => ({ slug, code: "unavailable" as const })) },
  });
  const { done, failed } = await inPortions(slugs(portionLength + 5), send);
  expect(done).toEqual(["s0"]);
  expect(failed).toHaveLength(portionLength + 4);
});
