import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { attemptsOf, mayDouble, sendOnce } from "@/components/links/form/attempts";
import type { Refused } from "@/lib/core/action-result";

const lost: Refused = { ok: false, code: "no_answer", message: "No answer", problems: [] };
const taken: Refused = { ok: false, code: "slug_taken", message: "Taken", problems: [] };
const withSlug = { url: "https://example.com", slug: "x7Kd9aQ" };
const withoutSlug = { url: "https://example.com" };

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it("each body keeps its key until it is answered, over a reload too", async () => {
  const keys: string[] = [];
  const store = attemptsOf("first");
  await sendOnce(store, withSlug, async () => taken);
  await sendOnce(store, withoutSlug, async (key) => {
    keys.push(key);
    return lost;
  });
  expect(mayDouble(store, withoutSlug)).toBe(false);
  expect(mayDouble(store, { ...withoutSlug, title: "Changed" })).toBe(true);

  vi.resetModules();
  const reloaded = await import("@/components/links/form/attempts");
  const again = reloaded.attemptsOf("first");
  await reloaded.sendOnce(again, withSlug, async () => taken);
  await reloaded.sendOnce(again, withoutSlug, async (key) => {
    keys.push(key);
    return { ok: true, value: "made" };
  });
  expect(keys[1]).toBe(keys[0]);
  expect(again.read()).toEqual([]);
  expect(stored.size).toBe(0);
});

it.each([["no_answer"], ["outcome_unknown"]] as const)(
  "sent again after %s, it is the same attempt",
  async (code) => {
    const [store, keys] = [attemptsOf(code), new Set<string>()];
    for (let times = 0; times < 2; times++)
      await sendOnce(store, withoutSlug, async (key) => {
        keys.add(key);
        return { ...lost, code };
      });
    expect(keys.size).toBe(1);
  },
);

it("a body with a password is not stored", async () => {
  const store = attemptsOf("second");
  await sendOnce(store, { ...withSlug, password: "open sesame" }, async () => lost);
  expect(store.read()).toHaveLength(1);
  expect([...stored.values()].join()).not.toContain("sesame");
});
