import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { eventually, useFaultService } from "../support/fault-service";
import { Load, type Outcome } from "../support/load";

/** Promise 4: an edit, disable, rename or delete acts at once on the instance that made it, and everywhere within 1 s. */
const service = useFaultService({ instances: 2 });
const everywhereMs = 1_000;
let made = 0;

const before = "https://before.example.com/";
const after = "https://after.example.com/";

/** What is done to the link on the first instance, and how a visitor sees that it acted. */
const changes: Record<string, { act: (slug: string) => Promise<unknown>; acted: (outcome: Outcome) => boolean }> = {
  edit: { act: (slug) => service.instance.api.patch(slug, { url: after }), acted: ({ location }) => location === after },
  disable: { act: (slug) => service.instance.api.patch(slug, { enabled: false }), acted: ({ status }) => status === 404 },
  rename: { act: (slug) => service.instance.api.patch(slug, { slug: `${slug}-new` }), acted: ({ status }) => status === 404 },
  delete: { act: (slug) => service.instance.api.remove(slug), acted: ({ status }) => status === 404 },
  "create, where there was none": {
    act: (slug) => service.instance.api.create({ slug: `${slug}-new`, url: after }),
    acted: ({ slug, location }) => !slug.endsWith("-new") || location === after,
  },
};

const listeners = `SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN %' OR query = 'SELECT 1' AND datname = current_database()`;

const lines: Record<string, () => Promise<unknown>> = {
  "with all well": async () => {},
  "with the listeners just cut": async () => {
    expect((await service.database.sql(`SELECT pg_terminate_backend(pid) FROM (${listeners}) l`)).length).toBeGreaterThanOrEqual(2);
  },
  "with the listeners gone silent": async () => {
    expect(service.database.proxy.silence("LISTEN slugline_link")).toBeGreaterThanOrEqual(2);
  },
  "with the listeners gone silent and no new connection to be had": async () => {
    service.database.proxy.swallowsNew = true;
    service.database.proxy.silence("LISTEN slugline_link");
  },
};

afterEach(async () => {
  service.database.proxy.swallowsNew = false;
  await sleep(300);
});

/** Links are changed side by side, but the line is broken once, right before. */
class Once {
  private broken: Promise<unknown> | null = null;
  constructor(private readonly line: () => Promise<unknown>) {}
  run = (): Promise<unknown> => {
    this.broken ??= this.line();
    return this.broken;
  };
}

/** The hottest link there is, on both instances, while it is changed on the first. Gives what was seen too late. */
async function seenTooLate(change: keyof typeof changes, line: () => Promise<unknown>): Promise<{ here: Outcome[]; elsewhere: Outcome[] }> {
  const { act, acted } = changes[change] ?? { act: async () => {}, acted: () => true };
  const [first, second] = service.instances;
  const slug = `hot-${made++}`;
  await first?.api.create({ slug, url: before });
  const slugs = change.startsWith("create") ? [slug, `${slug}-new`] : [slug];
  const [here, elsewhere] = [first, second].map((instance) => {
    return new Load({
      url: () => instance?.server.url ?? "",
      workers: 2,
      pauseMs: 8,
      slug: () => slugs[Math.floor(Math.random() * slugs.length)] ?? "",
    });
  });
  try {
    await Promise.all([here?.reached(20), elsewhere?.reached(20)]);
    await line();
    await act(slug);
    const done = performance.now();
    const everywhere = done + everywhereMs;
    await Promise.all([here?.reached(25, everywhere), elsewhere?.reached(25, everywhere)]);
    await Promise.all([here?.stop(), elsewhere?.stop()]);
    return {
      here: here?.between(done).filter((outcome) => !acted(outcome)) ?? [],
      elsewhere: elsewhere?.between(everywhere).filter((outcome) => !acted(outcome)) ?? [],
    };
  } finally {
    await Promise.all([here?.stop(), elsewhere?.stop()]);
  }
}

describe("changes to a link take effect at once here and within 1 s elsewhere", () => {
  it.each(Object.entries(lines))("%s", async (_title, line) => {
    const broken = new Once(line);
    const late = await Promise.all(Object.keys(changes).map(async (change) => [change, await seenTooLate(change, broken.run)]));
    expect(Object.fromEntries(late)).toEqual(Object.fromEntries(Object.keys(changes).map((change) => [change, { here: [], elsewhere: [] }])));
  });
});

describe("control", () => {
  it("without the trigger both instances keep the old destination", async () => {
    const { sql } = service.database;
    // Both listen again after the test before.
    expect(await eventually(async () => (await sql(listeners)).length >= 2, 5_000)).toBe(true);
    await sql(`ALTER TABLE "Link" DISABLE TRIGGER "Link_notify"`);
    try {
      const { here, elsewhere } = await seenTooLate("edit", async () => {});
      for (const late of [here, elsewhere]) {
        expect(late.length).toBeGreaterThan(20);
        expect(late.every(({ location }) => location === before)).toBe(true);
      }
    } finally {
      await sql(`ALTER TABLE "Link" ENABLE TRIGGER "Link_notify"`);
    }
  });
});
