import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { launchOptions } from "../scripts/browser.mjs";
import { setup } from "../scripts/setup.mjs";

setup({ build: true, development: true });
const servers = await import("./servers.mjs");

/*
 * The cost of owner pages: the time until the server has sent a whole page, and the compressed
 * JavaScript that a browser loads for it. Then what its owner waits for on a processor slowed down
 * four times: the largest contentful paint, and from a press to the next paint. Measured on the
 * list with many links and on the page of a link with many clicks. BENCH_LINKS, BENCH_CLICKS and
 * BENCH_REQUESTS change the sizes.
 */

const links = Number(process.env.BENCH_LINKS ?? 100_000);
const clicks = Number(process.env.BENCH_CLICKS ?? 1_000_000);
const requests = Number(process.env.BENCH_REQUESTS ?? 60);
const owner = { OWNER_EMAIL: "bench@example.com", OWNER_PASSWORD: "only for this bench" };

/** @typedef {{ path: string, what: string }} Page */
/** @type {Record<string, string | number>[]} */
const table = [];
/** @type {Record<string, string | number>[]} */
const paints = [];
const slowdown = 4;

await withOwner({ links: 1, clicks, days: 365 }, async (visitor, databaseUrl) => {
  const [{ slug }] = await servers.query(
    databaseUrl,
    `SELECT "slug" FROM "Link" ORDER BY "id" LIMIT 1`,
  );
  const size = { links: 1, clicks };
  await measure(visitor, { path: `/dashboard/links/${slug}`, what: "link, 30 days", ...size });
  await measure(visitor, {
    path: `/dashboard/links/${slug}?days=365`,
    what: "link, 365 days",
    ...size,
  });
  await measure(visitor, {
    path: `/dashboard/links/${slug}?country=CH`,
    what: "link, 30 days, one country",
    ...size,
  });
  await measure(visitor, {
    path: "/dashboard/statistics?more=campaigns",
    what: "campaigns",
    ...size,
  });
  await measureLoad(visitor, `/dashboard/links/${slug}`, "link");
});
await withOwner({ links, clicks: clicks / 10, days: 90 }, async (visitor) => {
  const size = { links, clicks: clicks / 10 };
  await measure(visitor, { path: "/dashboard/links", what: "list", ...size });
  await measure(visitor, {
    path: "/dashboard/links?q=example",
    what: "list, a search that all match",
    ...size,
  });
  await measure(visitor, {
    path: "/dashboard/links?q=zq",
    what: "list, a search of two characters",
    ...size,
  });
  await measure(visitor, {
    path: "/dashboard/ask/search?q=example",
    what: "palette, a search that all match",
    ...size,
  });
  await measure(visitor, {
    path: "/dashboard/ask/search?q=zq",
    what: "palette, two characters",
    ...size,
  });
  await measure(visitor, { path: "/dashboard/overview", what: "overview", ...size });
  await measure(visitor, {
    path: "/dashboard/statistics?more=campaigns",
    what: "campaigns",
    ...size,
  });
  await measureLoad(visitor, "/dashboard/overview", "overview");
  await measureLoad(visitor, "/dashboard/links", "list");
  await measurePresses(visitor);
});
console.table(table);
console.table(paints);
mkdirSync("bench-results", { recursive: true });
const file = `bench-results/pages-${new Date().toISOString().replace(/[:.]/g, "-")}.json`;
writeFileSync(file, JSON.stringify({ node: process.version, requests, table, paints }, null, 2));
console.log(`Written to ${file}`);

/** @typedef {{ url: string, context: import("@playwright/test").BrowserContext }} Visitor */

/**
 * A seeded server, and a browser in which its owner is signed in.
 * @param {{ links: number, clicks: number, days: number }} size
 * @param {(visitor: Visitor, databaseUrl: string) => Promise<void>} work
 */
async function withOwner(size, work) {
  await servers.withSeeded(
    size,
    async (server, databaseUrl) => {
      const browser = await chromium.launch(await launchOptions());
      try {
        const context = await browser.newContext();
        // The browser accepts Secure cookies only from this name.
        const url = server.url.replace("127.0.0.1", "localhost");
        await signIn(context, url);
        await work({ url, context }, databaseUrl);
      } finally {
        await browser.close();
      }
    },
    owner,
  );
}

/** @param {import("@playwright/test").BrowserContext} context @param {string} url */
async function signIn(context, url) {
  const page = await context.newPage();
  await page.goto(`${url}/dashboard/sign-in`);
  await page.getByLabel("Email").fill(owner.OWNER_EMAIL);
  await page.getByLabel("Password", { exact: true }).fill(owner.OWNER_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/dashboard\/overview/);
  await page.close();
}

/** @param {Visitor} visitor @param {Page & { links: number, clicks: number }} page */
async function measure({ url, context }, { path, what, ...size }) {
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const ask = async () => {
    const from = performance.now();
    const response = await fetch(url + path, { headers: { Cookie: cookie }, redirect: "manual" });
    const bytes = (await response.arrayBuffer()).byteLength;
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return { ms: performance.now() - from, bytes };
  };
  // Warms up the JIT compiler before measuring.
  for (let round = 0; round < 60; round++) await ask();
  const answers = [];
  for (let round = 0; round < requests; round++) answers.push(await ask());
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    Number((times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1));
  const row = {
    what,
    ...size,
    "p50 ms": at(0.5),
    "p95 ms": at(0.95),
    "HTML KB": Math.round((answers[0]?.bytes ?? 0) / 1_000),
    "script KB, gzip": await scriptKilobytes(context, url + path),
  };
  table.push(row);
  // Printed at once, so that an interrupted run still gives results.
  console.log(Object.values(row).join("  "));
}

/**
 * Scripts that a page loads until the network is idle.
 * @param {import("@playwright/test").BrowserContext} context
 * @param {string} url
 */
async function scriptKilobytes(context, url) {
  const page = await context.newPage();
  /** @type {Promise<number>[]} */
  const sizes = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script")
      sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await page.close();
  return Number((bytes / 1_000).toFixed(1));
}

/** A page whose processor is slowed down. @param {Visitor} visitor */
async function openSlowed({ context }) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return page;
}

/** The median of some loads. @param {Visitor} visitor @param {string} path @param {string} what */
async function measureLoad(visitor, path, what) {
  const times = [];
  for (let load = 0; load < 5; load++) {
    const page = await openSlowed(visitor);
    await page.goto(visitor.url + path, { waitUntil: "networkidle" });
    times.push(
      await page.evaluate(
        () =>
          new Promise((/** @type {(ms: number) => void} */ resolve) =>
            new PerformanceObserver((list) =>
              resolve(list.getEntries().at(-1)?.startTime ?? 0),
            ).observe({
              type: "largest-contentful-paint",
              buffered: true,
            }),
          ),
      ),
    );
    await page.close();
  }
  times.sort((a, b) => a - b);
  addPaint(`${what}: largest contentful paint`, times[2] ?? 0);
}

/**
 * What an owner does on the list: from the press to the next paint, as the Event Timing API
 * measures it.
 * @param {Visitor} visitor
 */
async function measurePresses(visitor) {
  const page = await openSlowed(visitor);
  await page.addInitScript(() => {
    /** @type {number[]} */
    const durations = [];
    Object.assign(window, { durations });
    const observer = new PerformanceObserver((list) =>
      durations.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe(
      /** @type {PerformanceObserverInit} */ ({ type: "event", durationThreshold: 16 }),
    );
  });
  await page.goto(`${visitor.url}/dashboard/links`, { waitUntil: "networkidle" });
  /** @type {Record<string, () => Promise<void>>} */
  const presses = {
    "search: a character": () => page.getByRole("searchbox").press("e"),
    "filter: Active": () =>
      page
        .getByRole("navigation", { name: "State" })
        .getByRole("link", { name: /Active/ })
        .click(),
    "select a link": () => page.getByRole("checkbox").nth(1).click(),
    "open the dialog of a new link": () => page.keyboard.press("c"),
  };
  for (const [what, press] of Object.entries(presses)) {
    await page.evaluate(() => Reflect.get(window, "durations").splice(0));
    await press();
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(1_000);
    // What takes less than 16 ms is not reported.
    addPaint(
      `${what}: next paint`,
      await page.evaluate(() => Math.max(0, ...Reflect.get(window, "durations"))),
    );
  }
  await page.close();
}

/** @param {string} what @param {number} ms */
function addPaint(what, ms) {
  paints.push({ [`processor ${slowdown} times slower`]: what, ms: Math.round(ms) });
}
