// Run: test
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { DashboardClient, owner, ownerEnv, type PageAnswer } from "../support/dashboard";
import { eventually, useFaultService } from "../support/fault-service";
import { Load, type Outcome, slowest, visitOnce } from "../support/load";
import { makeApiToken } from "../support/make-api-token";
import { isFullRun } from "../support/run";

/**
 * Promise 4: a change to a link acts at once on the instance that made it, and everywhere within 1
 * s, by every way to the link; a setting that changes what links do, a revoked token and a session
 * that ended act everywhere within 1 s.
 */
const service = useFaultService({
  instances: isFullRun ? 3 : 2,
  env: ownerEnv,
});
const everywhereMs = 1_000;
let made = 0;

const before = "https://before.example.com/";
const after = "https://after.example.com/";

interface Change {
  /**
   * What the link has before, besides its slug. Its destination is `before` unless it says
   * otherwise.
   */
  link?: (slug: string) => Record<string, unknown>;
  /** What visitors ask for. By default the link's slug. */
  visited?: (slug: string) => string[];
  act: (slug: string) => Promise<{ status?: number } | undefined>;
  /** How a visitor sees that it acted. */
  acted: (outcome: Outcome) => boolean;
  /** Made past all instances, so it acts at once on neither. */
  isPast?: true;
}

const patch = (changes: Record<string, unknown>) => (slug: string) =>
  service.instance.api.patch(slug, changes);
const aliasOf = (slug: string) => `${slug}-alias`;
const withAlias = (slug: string) => ({ aliases: [aliasOf(slug)] });
/** The link's slug, its alias, and both in other letters. */
const everyWay = (slug: string) => [
  slug,
  aliasOf(slug),
  slug.toUpperCase(),
  aliasOf(slug).toUpperCase(),
];
const leadsOn = ({ location }: Outcome) => location === after;
const isFound = ({ status }: Outcome) => status === 302;
const isUnknown = ({ status }: Outcome) => status === 404;
const isAlias = ({ slug }: Outcome) => /-alias$/i.test(slug);

/** What is done to the link on the first instance. */
const changes: Record<string, Change> = {
  edit: { link: withAlias, visited: everyWay, act: patch({ url: after }), acted: leadsOn },
  disable: { link: withAlias, visited: everyWay, act: patch({ enabled: false }), acted: isUnknown },
  rename: {
    link: withAlias,
    visited: everyWay,
    act: (slug) => service.instance.api.patch(slug, { slug: `${slug}-new` }),
    acted: (outcome) => (isAlias(outcome) ? isFound(outcome) : isUnknown(outcome)),
  },
  "a rename that keeps the old slug": {
    visited: (slug) => [slug, `${slug}-new`],
    act: (slug) => service.instance.api.patch(slug, { slug: `${slug}-new`, keepOldSlug: true }),
    acted: isFound,
  },
  delete: {
    link: withAlias,
    visited: everyWay,
    act: (slug) => service.instance.api.remove(slug),
    acted: isUnknown,
  },
  "an alias": {
    visited: (slug) => everyWay(slug).slice(1),
    act: (slug) => service.instance.api.patch(slug, withAlias(slug)),
    acted: isFound,
  },
  "an alias taken away": {
    link: withAlias,
    visited: everyWay,
    act: patch({ aliases: [] }),
    acted: (outcome) => (isAlias(outcome) ? isUnknown(outcome) : isFound(outcome)),
  },
  // Such a link asks the database for each click, and without a new connection it may answer 503.
  "a maximum of clicks that is reached": {
    act: patch({ maxClicks: 1 }),
    acted: ({ status }) => status !== 302,
  },
  "a higher maximum": {
    link: () => ({ maxClicks: 1 }),
    act: patch({ maxClicks: 1_000_000 }),
    acted: ({ status }) => status !== 404,
  },
  "a start to come": { act: patch({ startsAt: "2999-01-01" }), acted: isUnknown },
  "a start taken back": {
    link: () => ({ startsAt: "2999-01-01" }),
    act: patch({ startsAt: null }),
    acted: isFound,
  },
  "another fallback": {
    link: () => ({ expiresAt: "2020-01-01", expiredUrl: before }),
    act: patch({ expiredUrl: after }),
    acted: leadsOn,
  },
  "a password": {
    link: withAlias,
    visited: everyWay,
    act: patch({ password: "pw" }),
    acted: ({ status }) => status === 200,
  },
  "a password taken away": {
    link: () => ({ password: "pw" }),
    act: patch({ password: null }),
    acted: isFound,
  },
  "the query passed on": {
    act: patch({ forwardQuery: true, forwardUtm: true }),
    acted: ({ location, campaign }) => location === `${before}?utm_campaign=${campaign}`,
  },
  "the query kept back": {
    link: () => ({ forwardQuery: true, forwardUtm: true }),
    act: patch({ forwardQuery: false }),
    acted: ({ location }) => location === before,
  },
  "create, where there was none": {
    visited: (slug) => [`${slug}-new`, `${slug}-new`.toUpperCase()],
    act: (slug) =>
      service.instance.api.call("POST", "/api/links", { slug: `${slug}-new`, url: after }),
    acted: leadsOn,
  },
  "a scheme off the list": {
    link: () => ({ url: "tel:+15550100" }),
    act: () => unset("DESTINATION_SCHEMES"),
    acted: isUnknown,
    isPast: true,
  },
  "no more preview pages": {
    visited: (slug) => [`${slug}+`],
    act: () => unset("PREVIEW_PAGES"),
    acted: isUnknown,
    isPast: true,
  },
};

/** Letter case acts on every visit above, so it changes when they are done. */
const caseChanges: Record<string, Change> = {
  "letter case counts": {
    visited: (slug) => [slug.toUpperCase()],
    act: () => unset("IGNORE_CASE"),
    acted: isUnknown,
    isPast: true,
  },
  "letter case counts no more": {
    visited: (slug) => [slug.toUpperCase()],
    act: () => set({ IGNORE_CASE: "true" }),
    acted: isFound,
    isPast: true,
  },
};

const settings = { IGNORE_CASE: "true", PREVIEW_PAGES: "true", DESTINATION_SCHEMES: "tel" };

async function set(values: Partial<typeof settings>): Promise<undefined> {
  await service.database.sql(
    `INSERT INTO "SiteSetting" SELECT * FROM jsonb_each_text($1) ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
    [JSON.stringify(values)],
  );
}

async function unset(name: keyof typeof settings): Promise<undefined> {
  await service.database.sql(`DELETE FROM "SiteSetting" WHERE "name" = $1`, [name]);
}

/** Resolves when all settings act on all instances, also for the API of the first. */
async function settled(): Promise<void> {
  await set(settings);
  const slug = `settled-${made++}`;
  const create = () =>
    service.instance.api.call("POST", "/api/links", { slug, url: "tel:+15550100" });
  expect(
    await eventually(async () => (await create()).status === 201, 15_000),
    "the API knows the settings",
  ).toBe(true);
  for (const { server } of service.instances) {
    const statuses = () =>
      Promise.all(
        [slug, slug.toUpperCase(), `${slug}+`].map(
          async (path) => (await visitOnce(server.url, path, "")).status,
        ),
      );
    expect(
      await eventually(async () => (await statuses()).join() === "302,302,200", 15_000),
      "all instances know them",
    ).toBe(true);
  }
}

const listeners = `SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN %' OR query = 'SELECT 1' AND datname = current_database()`;

async function allListen(): Promise<void> {
  expect(
    await eventually(
      async () => (await service.database.sql(listeners)).length >= service.instances.length,
      5_000,
    ),
    "all instances listen",
  ).toBe(true);
}

async function cutListeners(): Promise<void> {
  expect(
    (await service.database.sql(`SELECT pg_terminate_backend(pid) FROM (${listeners}) l`)).length,
  ).toBeGreaterThanOrEqual(service.instances.length);
}

const lines: Record<string, () => Promise<unknown>> = {
  "with all well": async () => {},
  "with the listeners just cut": cutListeners,
  "with the listeners gone silent": async () => {
    expect(service.database.proxy.silence("LISTEN slugline_link")).toBeGreaterThanOrEqual(
      service.instances.length,
    );
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

/** What was seen too late, on the instance that made the change and on the others. */
interface Late {
  here: Outcome[];
  elsewhere: Outcome[];
}

let changing: Promise<unknown> = Promise.resolve();

/** Many changes at once would measure the load, not the delay: only the full run makes them so. */
function inTurn<T>(change: () => Promise<T>): Promise<T> {
  if (isFullRun) return change();
  const changed = changing.then(change);
  changing = changed.catch(() => {});
  return changed;
}

/** From when on a change must be seen: later by the slowest answer of a machine that is busy. */
async function everywhereFrom(done: number, loads: readonly Load[]): Promise<number> {
  await Promise.all(loads.map((load) => load.reached(1, done + everywhereMs)));
  return done + everywhereMs + slowest(loads.flatMap((load) => load.between(done)));
}

/** A link under load on all instances while it is changed on the first. */
async function seenTooLate(
  slug: string,
  { visited, act, acted, isPast }: Change,
  line: () => Promise<unknown>,
): Promise<Late> {
  const slugs = visited?.(slug) ?? [slug];
  const loads = service.instances.map(({ server }) => {
    let sent = 0;
    return new Load({
      url: () => server.url,
      workers: 2,
      pauseMs: 50,
      slug: () => slugs[sent++ % slugs.length] ?? "",
    });
  });
  const stop = () => Promise.all(loads.map((load) => load.stop()));
  try {
    await Promise.all(loads.map((load) => load.reached(20)));
    await line();
    const answer = await inTurn(() => act(slug));
    expect(answer?.status ?? 200, JSON.stringify({ slug, answer })).toBeLessThan(300);
    const done = performance.now();
    const everywhere = await everywhereFrom(done, loads);
    await Promise.all(loads.map((load) => load.reached(25, everywhere)));
    await stop();
    const [here = [], ...elsewhere] = loads.map((load, index) =>
      load.between(index === 0 && !isPast ? done : everywhere).filter((outcome) => !acted(outcome)),
    );
    return { here, elsewhere: elsewhere.flat() };
  } finally {
    await stop();
  }
}

async function makeLink({ link }: Change): Promise<string> {
  const slug = `hot-${made++}`;
  await service.instance.api.create({ url: before, ...link?.(slug), slug });
  return slug;
}

/**
 * By the name of the change. The links are made one by one, for creations wait for each other, and
 * changed all at once.
 */
async function allSeenTooLate(
  some: Record<string, Change>,
  line: () => Promise<unknown>,
): Promise<Record<string, Late>> {
  const links: [name: string, slug: string, change: Change][] = [];
  for (const [name, change] of Object.entries(some))
    links.push([name, await makeLink(change), change]);
  const broken = new Once(line);
  return Object.fromEntries(
    await Promise.all(
      links.map(async ([name, slug, change]) => [
        name,
        await seenTooLate(slug, change, broken.run),
      ]),
    ),
  );
}

const never: Late = { here: [], elsewhere: [] };
const neverAny = (some: Record<string, Change>) =>
  Object.fromEntries(Object.keys(some).map((name) => [name, never]));

/** All at once would measure the load, not the delay. */
const half = Math.ceil(Object.keys(changes).length / 2);
const halves = [0, half].map((from) =>
  Object.fromEntries(Object.entries(changes).slice(from, from + half)),
);

const inShort = ["with all well", "with the listeners gone silent and no new connection to be had"];

/** In shorter runs, half of the changes in the best case and the others in the worst. */
const tried = Object.entries(lines).flatMap(([title, line]) =>
  halves.flatMap((some, index) => {
    const names = Object.keys(some).join(", ");
    return isFullRun || title === inShort[index] ? [{ title, line, some, names }] : [];
  }),
);

describe("changes to a link take effect at once here and within 1 s elsewhere", () => {
  it.each(tried)("$title: $names", async ({ line, some }) => {
    await settled();
    expect(await allSeenTooLate(some, line)).toEqual(neverAny(some));
  });

  it.runIf(isFullRun)("letter case counts, then no more, with the listeners just cut", async () => {
    await settled();
    for (const [name, change] of Object.entries(caseChanges)) {
      await allListen();
      expect(await seenTooLate(await makeLink(change), change, cutListeners), name).toEqual(never);
    }
  });
});

/**
 * Asks each instance again and again, under the load of visitors, until well after `end`. Resolves
 * with who was let in too late, by instance.
 */
async function letInTooLate(
  ask: (at: { url: string }) => Promise<PageAnswer>,
  end: () => Promise<PageAnswer>,
): Promise<string[]> {
  const slug = await makeLink({ act: async () => undefined, acted: isFound });
  const loads = service.instances.map(
    ({ server }) => new Load({ url: () => server.url, slug: () => slug, workers: 4 }),
  );
  const ended = { here: Number.POSITIVE_INFINITY, elsewhere: Number.POSITIVE_INFINITY };
  const asking = service.instances.map(async ({ server }, index) => {
    const asked: { isLetIn: boolean; at: number }[] = [];
    const limit = () => (index === 0 ? ended.here : ended.elsewhere);
    while (asked.filter(({ at }) => at > limit()).length < 20) {
      const at = performance.now();
      asked.push({ at, isLetIn: (await ask(server)).status === 200 });
      await sleep(10);
    }
    return asked
      .filter(({ at, isLetIn }) => isLetIn && at > limit())
      .map(({ at }) => `instance ${index} after ${Math.round(at - ended.here)} ms`);
  });
  try {
    await Promise.all(loads.map((load) => load.reached(50)));
    for (const { server } of service.instances)
      expect((await ask(server)).status, "let in until then").toBe(200);
    expect((await end()).status).toBeLessThan(400);
    ended.here = performance.now();
    ended.elsewhere = await everywhereFrom(ended.here, loads);
  } finally {
    ended.here = Math.min(ended.here, performance.now());
    ended.elsewhere = Math.min(ended.elsewhere, ended.here + 10 * everywhereMs);
    await Promise.all(loads.map((load) => load.stop()));
  }
  return (await Promise.all(asking)).flat();
}

describe("under load no instance lets in", () => {
  const signIn = async (address: string): Promise<DashboardClient> => {
    const browser = new DashboardClient(service.instance.server, address);
    expect((await browser.submit("/dashboard/sign-in", owner)).status).toBe(303);
    return browser;
  };

  it("a token that was revoked", async () => {
    const browser = await signIn("198.51.100.1");
    const { id, token } = await makeApiToken(service.database);
    const ask = (at: { url: string }) =>
      new DashboardClient(at, "198.51.100.2").get("/api/links", {
        Authorization: `Bearer ${token}`,
      });
    expect(
      await letInTooLate(ask, () =>
        browser.callAction("/dashboard/settings/tokens", "revokeToken", [id]),
      ),
    ).toEqual([]);
    const { token: other } = await makeApiToken(service.database);
    const askOther = (at: { url: string }) =>
      new DashboardClient(at, "198.51.100.2").get("/api/links", {
        Authorization: `Bearer ${other}`,
      });
    expect(
      (await letInTooLate(askOther, () => askOther(service.instance.server))).length,
      "control: a token that was not",
    ).toBeGreaterThan(17 * service.instances.length);
  });

  it.runIf(isFullRun)("a session that was signed out", async () => {
    const browser = await signIn("198.51.100.3");
    const cookie = browser.cookieHeader();
    const page = "/dashboard/settings/sessions";
    const form = await browser.hiddenFields(page, "$ACTION_KEY");
    const ask = (at: { url: string }) =>
      new DashboardClient(at, "198.51.100.4").get(page, { Cookie: cookie });
    expect(await letInTooLate(ask, () => browser.sendForm(page, form))).toEqual([]);
  });
});

describe("control", () => {
  it("without the triggers all instances keep the old destination, aliases and settings, by every way to a link", async () => {
    const { sql } = service.database;
    await settled();
    await allListen();
    const triggers = ["Link", "Alias", "SiteSetting"];
    for (const table of triggers)
      await sql(`ALTER TABLE "${table}" DISABLE TRIGGER "${table}_notify"`);
    try {
      const expected = {
        edit: 4,
        "an alias taken away": 2,
        "a password": 4,
        "no more preview pages": 1,
      };
      const some = Object.fromEntries(Object.entries(changes).filter(([name]) => name in expected));
      for (const [name, { here, elsewhere }] of Object.entries(
        await allSeenTooLate(some, async () => {}),
      )) {
        for (const late of [here, elsewhere]) {
          expect(late.length, name).toBeGreaterThan(10);
          expect(new Set(late.map(({ slug }) => slug)).size, name).toBe(
            expected[name as keyof typeof expected],
          );
          expect(
            late.every(({ status, location }) => status === 200 || location === before),
            name,
          ).toBe(true);
        }
      }
    } finally {
      for (const table of triggers)
        await sql(`ALTER TABLE "${table}" ENABLE TRIGGER "${table}_notify"`);
    }
  });
});
