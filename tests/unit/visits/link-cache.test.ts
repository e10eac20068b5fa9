import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Counts } from "@/lib/config/counts";
import { type HealthOfKinds, newHealthOfKinds } from "@/lib/database/database-health";
import type { Target } from "@/lib/visits/find-targets";
import { noExtras } from "../../support/target";

const database = vi.hoisted(() => {
  const find = () => vi.fn<(slugs: readonly string[]) => Promise<Map<string, Target>>>();
  return { find: find(), findWithoutCase: find() };
});
vi.mock("@/lib/visits/find-targets", () => ({
  findTargets: database.find,
  findTargetsWithoutCase: database.findWithoutCase,
}));

const { LinkCaches } = await import("@/lib/visits/link-caches");

let health: HealthOfKinds;
let caches: InstanceType<typeof LinkCaches>;
let number = 0;
const newSlug = () => `slug-${number++}`;
const state = {
  title: null,
  enabled: true,
  expiresAt: null,
  createdAt: new Date("2026-01-01T00:00:00Z"),
};
const target = (slug: string, url = "https://one.example.com/"): Target => ({
  linkId: 1,
  slug,
  url,
  ...state,
  ...noExtras,
});
const holds = (url?: string) =>
  database.find.mockImplementation(
    async (slugs) => new Map(slugs.map((slug) => [slug, target(slug, url)])),
  );

/** An answer of the database that comes when the test says so. */
function pending() {
  let answer: (targets: Map<string, Target>) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const asked = new Promise<void>((resolve) => {
    database.find.mockImplementationOnce(() => {
      resolve();
      return new Promise((settle, reject) => {
        answer = settle;
        fail = reject;
      });
    });
  });
  return {
    asked,
    answer: (targets: Map<string, Target>) => answer(targets),
    fail: () => fail(new Error("cut")),
  };
}

beforeEach(() => {
  vi.useRealTimers();
  health = newHealthOfKinds();
  caches = new LinkCaches(new Counts(), health, 64);
  database.find.mockReset();
  holds();
  caches.startedListening();
});

describe("findTarget", () => {
  it("queries once for a link, and once for a missing one", async () => {
    const [known, missing] = [newSlug(), newSlug()];
    database.find.mockImplementation(async () => new Map([[known, target(known)]]));
    for (let visit = 0; visit < 3; visit++)
      expect([await caches.exact.find(known), await caches.exact.find(missing)]).toEqual([
        target(known),
        null,
      ]);
    expect(database.find).toHaveBeenCalledTimes(2);
  });

  it("batches all slugs of one turn, and shares the query of a slug", async () => {
    const [one, two] = [newSlug(), newSlug()];
    await Promise.all([caches.exact.find(one), caches.exact.find(two), caches.exact.find(one)]);
    expect(database.find.mock.calls).toEqual([[[one, two]]]);
  });

  it("invalidates a changed link", async () => {
    const slug = newSlug();
    await caches.exact.find(slug);
    holds("https://two.example.com/");
    caches.forget(slug);
    expect((await caches.exact.find(slug))?.url).toBe("https://two.example.com/");
  });

  it("does not cache a result that was loading while the link changed", async () => {
    const slug = newSlug();
    const old = pending();
    const early = caches.exact.find(slug);
    await old.asked;
    caches.forget(slug);
    holds("https://two.example.com/");
    const late = caches.exact.find(slug);
    old.answer(new Map([[slug, target(slug)]]));
    await early;
    expect((await late)?.url).toBe("https://two.example.com/");
    expect((await caches.exact.find(slug))?.url).toBe("https://two.example.com/");
  });

  it("reloads after a minute, however often the link is visited", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const slug = newSlug();
    await caches.exact.find(slug);
    for (let second = 0; second < 59; second++) {
      vi.advanceTimersByTime(1_000);
      await caches.exact.find(slug);
    }
    expect(database.find).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_001);
    await caches.exact.find(slug);
    expect(database.find).toHaveBeenCalledTimes(2);
  });

  it("queries every time while notifications do not arrive, and once when they resume", async () => {
    const slug = newSlug();
    await caches.exact.find(slug);
    caches.stoppedListening();
    await caches.exact.find(slug);
    await caches.exact.find(slug);
    expect(database.find).toHaveBeenCalledTimes(3);
    caches.startedListening();
    await caches.exact.find(slug);
    await caches.exact.find(slug);
    expect(database.find).toHaveBeenCalledTimes(4);
  });

  it("does not trust entries loaded before it started listening", async () => {
    const slug = newSlug();
    const old = pending();
    const early = caches.exact.find(slug);
    await old.asked;
    caches.startedListening();
    old.answer(new Map([[slug, target(slug)]]));
    await early;
    database.find.mockRejectedValue(new Error("away"));
    await expect(caches.exact.find(slug)).rejects.toThrow("away");
  });
});

describe("once changes are heard again", () => {
  const cached = async (count: number) => {
    const slugs = Array.from({ length: count }, newSlug);
    await Promise.all(slugs.map((slug) => caches.exact.find(slug)));
    caches.stoppedListening();
    database.find.mockReset();
    return slugs;
  };
  const asked = () => database.find.mock.calls.map(([slugs]) => slugs);

  it("all cached links are reloaded, each once", async () => {
    const slugs = await cached(250);
    holds("https://two.example.com/");
    caches.startedListening();
    await expect
      .poll(() => slugs.map((slug) => caches.exact.known(slug)?.url))
      .toEqual(slugs.map(() => "https://two.example.com/"));
    expect(asked().flat().toSorted()).toEqual(slugs.toSorted());
  });

  it("a link that was deleted meanwhile stays deleted in the next outage", async () => {
    const [slug] = await cached(1);
    database.find.mockImplementation(async () => new Map());
    caches.startedListening();
    await expect.poll(() => caches.exact.known(slug as string)).toBeNull();
    caches.stoppedListening();
    database.find.mockImplementation(async () => Promise.reject(new Error("away")));
    expect(await caches.exact.find(slug as string)).toBeNull();
  });

  it("links that were visited or changed since then are not reloaded", async () => {
    const slugs = await cached(104);
    const blocking = pending();
    holds();
    caches.startedListening();
    await blocking.asked;
    await caches.exact.find(slugs[101] as string);
    caches.forget(slugs[102] as string);
    blocking.answer(new Map());
    // One visit asked for the one, and nobody for the other.
    const expected = slugs.filter((slug) => slug !== slugs[102]);
    await expect.poll(() => asked().flat().toSorted()).toEqual(expected.toSorted());
  });

  it("a link is reloaded once more if it may have changed meanwhile", async () => {
    const [slug] = await cached(1);
    const old = pending();
    caches.startedListening();
    await old.asked;
    caches.resumeLookups();
    holds("https://two.example.com/");
    old.answer(new Map([[slug as string, target(slug as string)]]));
    await expect
      .poll(() => caches.exact.known(slug as string)?.url)
      .toBe("https://two.example.com/");
  });

  it("they are asked for again after a failure, but not while changes are not heard", async () => {
    const [slug] = await cached(1);
    database.find.mockRejectedValue(new Error("away"));
    caches.startedListening();
    await expect.poll(() => asked().length).toBeGreaterThan(2);
    caches.stoppedListening();
    await sleep(20);
    const before = asked().length;
    await sleep(600);
    expect(asked()).toHaveLength(before);
    holds();
    caches.resumed();
    await expect.poll(() => caches.exact.known(slug as string)).toBeTruthy();
  });
});

describe("findTargetWithoutCase", () => {
  it("asks once for all spellings of a slug, also if no link has any, and forgets it with each of them", async () => {
    const [known, missing] = [newSlug(), newSlug()];
    database.findWithoutCase
      .mockReset()
      .mockImplementation(async () => new Map([[known, target(known)]]));
    for (const spelled of [known, known.toUpperCase(), known])
      expect(await caches.findWithoutCase(spelled)).toEqual(target(known));
    for (const spelled of [missing, missing.toUpperCase()])
      expect(await caches.findWithoutCase(spelled)).toBeNull();
    expect(database.findWithoutCase.mock.calls).toEqual([[[known]], [[missing]]]);
    caches.forget(known.toUpperCase());
    caches.forget(missing);
    await caches.findWithoutCase(known);
    await caches.findWithoutCase(missing);
    expect(database.findWithoutCase).toHaveBeenCalledTimes(4);
    expect(database.find).not.toHaveBeenCalled();
  });

  it("queries every time while notifications do not arrive", async () => {
    const slug = newSlug();
    database.findWithoutCase.mockReset().mockImplementation(async () => new Map());
    caches.stoppedListening();
    await caches.findWithoutCase(slug);
    await caches.findWithoutCase(slug);
    expect(database.findWithoutCase).toHaveBeenCalledTimes(2);
  });
});

describe("while the database is unavailable", () => {
  const fails = () =>
    database.find.mockImplementation(async () => Promise.reject(new Error("away")));

  it("stale entries are used, including missing slugs, without a query each time", async () => {
    const slug = newSlug();
    await caches.exact.find(slug);
    caches.stoppedListening();
    fails();
    for (let visit = 0; visit < 5; visit++)
      expect((await caches.exact.find(slug))?.slug).toBe(slug);
    expect(database.find).toHaveBeenCalledTimes(2);
  });

  it("a failed write prevents look-ups only of entries that cannot have missed a change", async () => {
    const slug = newSlug();
    caches.startedListening();
    await caches.exact.find(slug);
    vi.useFakeTimers({ toFake: ["performance"] });
    vi.advanceTimersByTime(60_000);
    holds("https://two.example.com/");
    health.clicks.markFailed();
    expect((await caches.exact.find(slug))?.url).toBe(target(slug).url);
    caches.stoppedListening();
    expect((await caches.exact.find(slug))?.url).toBe("https://two.example.com/");
  });

  it("a write that was answered ends it for entries that may have missed a change", async () => {
    const slug = newSlug();
    await caches.exact.find(slug);
    caches.stoppedListening();
    fails();
    await caches.exact.find(slug);
    holds("https://two.example.com/");
    expect((await caches.exact.find(slug))?.url).toBe(target(slug).url);
    caches.resumeLookups();
    expect((await caches.exact.find(slug))?.url).toBe("https://two.example.com/");
  });

  it.each(["fails", "gets no answer"])(
    "a look-up from before such a write that %s does not begin it anew",
    async (outcome) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
      const slug = newSlug();
      await caches.exact.find(slug);
      caches.stoppedListening();
      const old = pending();
      const early = caches.exact.find(slug);
      await old.asked;
      caches.resumeLookups();
      if (outcome === "fails") old.fail();
      else await vi.advanceTimersByTimeAsync(600);
      expect((await early)?.url).toBe(target(slug).url);
      holds("https://two.example.com/");
      expect((await caches.exact.find(slug))?.url).toBe("https://two.example.com/");
    },
  );

  it("a cache miss throws instead of reporting the link as missing", async () => {
    fails();
    const slug = newSlug();
    await expect(caches.exact.find(slug)).rejects.toThrow("away");
    health.lookups.markHealthy();
    holds();
    expect(await caches.exact.find(slug)).toEqual(target(slug));
  });

  it("an unresponsive database times out, later for an entry that may have missed a change", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    caches.startedListening();
    const slug = newSlug();
    await caches.exact.find(slug);
    database.find.mockImplementation(() => new Promise(() => {}));
    const answersAfter = async (ms: number) => {
      health.lookups.markHealthy();
      const answered = vi.fn();
      const stale = caches.exact.find(slug).then(answered);
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(answered).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      await stale;
      expect(answered).toHaveBeenCalledWith(target(slug));
    };
    await vi.advanceTimersByTimeAsync(60_000);
    await answersAfter(250);
    caches.stoppedListening();
    // A look-up that failed spares others the wait for half a second.
    await vi.advanceTimersByTimeAsync(500);
    await answersAfter(600);

    health.lookups.markHealthy();
    const refused = vi.fn();
    const cold = caches.exact.find(newSlug()).catch(refused);
    await vi.advanceTimersByTimeAsync(899);
    expect(refused).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await cold;
    expect(refused.mock.lastCall?.[0]).toMatchObject({ name: "DeadlineError" });
  });
});
