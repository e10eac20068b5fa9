import { gzipSync } from "node:zlib";
import type { BrowserContextOptions, Locator, Page, Request, Route } from "@playwright/test";
import axe from "axe-core";
import decodeQR from "qr/decode.js";
import { dayMs, isoDate } from "@/lib/core/day";
import { isFullRun } from "../support/run";
import { untilDrained } from "../support/server";
import { browsers, visit } from "../support/visitor";
import { type BrowserService, test as base, expect, owner } from "./service";

type Session = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/** Journeys of an owner who is signed in: by the real form, once a worker. */
export const test = base.extend<{ storageState: Session }, { session: Session }>({
  session: [
    async ({ browser, service }, use) => {
      const page = await browser.newPage();
      await page.goto(`${service.url}/dashboard/sign-in`);
      await page.getByLabel("Email").fill(owner.email);
      await page.getByLabel("Password", { exact: true }).fill(owner.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(/\/dashboard\/overview/);
      await use(await page.context().storageState());
      await page.close();
    },
    { scope: "worker" },
  ],
  storageState: async ({ session }, use) => use(session),
});

/**
 * For tests of what anybody sees. They run in the workers of the others, whose browsers and servers
 * are there already.
 */
export const nobody = { storageState: { cookies: [], origins: [] } };

/** For journeys that shorter runs leave out. */
export const fullTest = isFullRun ? test : test.skip;

/** A UTC date. */
export function daysAgo(days: number): string {
  return isoDate(new Date(Date.now() - days * dayMs));
}

/** Waits until a page answers keys and presses: what React has not reached yet is deaf. */
async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("button")].every((button) =>
      Object.keys(button).some((key) => key.startsWith("__reactProps")),
    ),
  );
  // Effects, and so the listeners of keys, follow when the browser has time.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestIdleCallback(() => requestIdleCallback(() => resolve())),
      ),
  );
}

/** Opens a page of the dashboard, and waits until it answers keys and presses. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await untilReady(page);
}

/** Loads a page of the dashboard again, and waits in the same way. */
export async function reloadPage(page: Page): Promise<void> {
  await page.reload();
  await untilReady(page);
}

/**
 * Takes the network away, once all is there that is loaded at the first sign of somebody: what says
 * that there is no connection, for one. A page is `networkidle` for good when it was so once.
 */
export async function goOffline(page: Page): Promise<void> {
  const open = new Set<Request>();
  let changed = Date.now();
  const opened = (request: Request) => {
    open.add(request);
    changed = Date.now();
  };
  const ended = (request: Request) => {
    open.delete(request);
    changed = Date.now();
  };
  page.on("request", opened).on("requestfinished", ended).on("requestfailed", ended);
  await page.keyboard.press("Shift");
  await expect.poll(() => open.size === 0 && Date.now() - changed > 500).toBe(true);
  page.off("request", opened).off("requestfinished", ended).off("requestfailed", ended);
  await page.context().setOffline(true);
}

/** Holds requests back until an answer is called, as a slow network would. */
export async function hold(page: Page, which: (request: Request) => boolean) {
  const held: Route[] = [];
  let isOver = false;
  let markAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    markAsked = resolve;
  });
  await page.route("**/*", (route) => {
    if (isOver || !which(route.request())) return route.fallback();
    held.push(route);
    markAsked();
  });
  const end = async (answer: (route: Route) => Promise<void>) => {
    await asked;
    isOver = true;
    for (const route of held) await answer(route);
  };
  return {
    release: () => end((route) => route.continue()),
    fail: () => end((route) => route.abort("connectionreset")),
  };
}

/** For `hold`: the dialog asks for a free slug. */
export function asksForSlug(request: Request): boolean {
  return new URL(request.url()).pathname === "/dashboard/ask/slug";
}

/** Compares a page with a report with something else. */
export async function compareWith(page: Page, name: string): Promise<void> {
  const comparison = page.getByRole("group", { name: "Comparison" });
  await comparison.locator("summary").click();
  await comparison.getByRole("link", { name }).click();
}

/** Does with the selected links what stands in the menu of their bar. */
export async function chooseBulk(page: Page, name: string): Promise<void> {
  await page
    .getByRole("region", { name: "Selected links" })
    .getByRole("button", { name: "More actions" })
    .click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

/** The state that the list of links is filtered by. */
export function stateFilter(page: Page): Locator {
  return page.getByRole("combobox", { name: "State" });
}

/** The button of the message that says what was done. A page may have others, of earlier changes. */
export function undo(page: Page): Locator {
  return page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: /^Undo/ });
}

/** Shows fields of the dialog for a link that stand behind a chip. */
export async function unfold(dialog: Locator, ...names: string[]): Promise<void> {
  for (const name of names) {
    const chip = dialog.getByRole("button", { name, exact: true });
    if ((await chip.getAttribute("aria-expanded")) !== "true") await chip.click();
  }
}

/**
 * Follows the short link as a person does: with the user agent of a browser. Then every click is
 * stored, also on a slow machine.
 */
export async function click(service: BrowserService, path: string, times = 1): Promise<void> {
  for (let count = 0; count < times; count++) {
    expect(
      (await visit(service.server, `/${path}`, { headers: { "user-agent": browsers.windows } }))
        .status,
    ).toBe(302);
  }
  await untilDrained(service.server);
}

/**
 * What axe finds wrong with the page as it is, by rule and element (WCAG 2.2 AA and best
 * practices).
 */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  // A navigation takes the title away before it sets the next one. A page without one fails below.
  await page.waitForFunction(() => document.title !== "", null, { timeout: 5_000 }).catch(() => {});
  // What waits for its answer is dimmed; what never gets one is found as it is.
  await page
    .waitForFunction(() => !document.querySelector("[data-pending]"), null, { timeout: 5_000 })
    .catch(() => {});
  // What is fading in has too little contrast for a moment.
  await page.evaluate(() => {
    const running = document.getAnimations().filter(({ playState }) => playState === "running");
    const transient = running.filter(
      ({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY,
    );
    return Promise.allSettled(transient.map(({ finished }) => finished)).then(() => {});
  });
  const { violations } = await page.evaluate(() =>
    // Menus and toasts stand behind all landmarks by design; the rule is no part of WCAG.
    (globalThis as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ["violations"],
      rules: { region: { enabled: false } },
    }),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary}`),
  );
}

/** The widths at which pages are looked at: a small phone and a laptop. */
export const widths = [360, 1280];

/** Before `checkLooks`, and before the page is opened. */
export async function lookAt(
  page: Page,
  width: number,
  height = width === 360 ? 740 : 800,
): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width, height });
}

/**
 * Checks the page as it is, light and dark: nothing is wider than the screen, axe finds nothing.
 * Leaves a screenshot of each in the full run.
 */
export async function checkLooks(
  page: Page,
  name: string,
  { fullPage = false } = {},
): Promise<void> {
  const width = page.viewportSize()?.width ?? Number.NaN;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(() => document.fonts.ready);
    expect
      .soft(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${name}, ${colorScheme}`,
      )
      .toBeLessThanOrEqual(width);
    if (isFullRun)
      await page.screenshot({
        path: `test-results/e2e/screens/${name}-${colorScheme}-${width}.png`,
        fullPage,
      });
    expect.soft(await accessibilityFindings(page), `${name}, ${colorScheme}`).toEqual([]);
  }
}

/**
 * What can be pressed in `scope` and is smaller than `least` pixels at its centre, as a finger finds
 * it. With `lenient` what no finger presses is left out: disabled controls, those for screen readers,
 * and links to skip to the content. So are links within a sentence (WCAG 2.5.8).
 */
export async function smallTargets(
  scope: Locator,
  { least = 44, lenient = false } = {},
): Promise<string[]> {
  return scope.evaluate(
    (root, { least, lenient }) => {
      /** Width and height of what a finger hits around the centre. */
      function sizeOf(control: HTMLElement): [number, number] {
        control.scrollIntoView({ block: "center", inline: "center" });
        const label = control.closest("label");
        const target = label ?? control.closest("span:has(> input)") ?? control;
        const { x, y, width, height } = (label ?? control).getBoundingClientRect();
        const reach = (dx: number, dy: number) => {
          const hits = (far: number) =>
            target.contains(
              document.elementFromPoint(x + width / 2 + dx * far, y + height / 2 + dy * far),
            );
          let far = 0;
          while (far < 60 && hits(far + 1)) far++;
          return far;
        };
        return [reach(-1, 0) + 1 + reach(1, 0), reach(0, -1) + 1 + reach(0, 1)];
      }

      function isTarget(control: HTMLElement): boolean {
        if (!control.checkVisibility({ visibilityProperty: true })) return false;
        if (!lenient) return true;
        if (control.matches(":disabled, [aria-disabled=true], [href='#main']")) return false;
        if (control.getBoundingClientRect().width < 2) return false;
        const sentence = control.closest("p")?.textContent?.trim();
        const isInline = getComputedStyle(control).display === "inline";
        return !isInline || !sentence || sentence === control.textContent?.trim();
      }

      const controls = "a[href], button, input, select, summary, [role=menuitem]";
      return [...root.querySelectorAll<HTMLElement>(controls)]
        .filter(isTarget)
        .flatMap((control) => {
          const name =
            control.getAttribute("aria-label") ?? control.textContent?.trim().slice(0, 30);
          const size = sizeOf(control);
          return Math.min(...size) < least ? [`${name}: ${size.join("x")}`] : [];
        });
    },
    { least, lenient },
  );
}

/**
 * Reads the QR code that is drawn on the page, or in a part of it, as a phone would read the
 * picture.
 */
export async function readQrCode(page: Page, part: Page | Locator = page): Promise<string> {
  const image = await part
    .getByRole("img", { name: /^QR code of/ })
    .first()
    .screenshot();
  return readQrFile(page, image, "image/png");
}

/** Reads a QR code off a picture, drawn by the browser. */
export async function readQrFile(
  page: Page,
  file: Buffer,
  type: "image/png" | "image/svg+xml",
): Promise<string> {
  const { rgba, width, height } = await page.evaluate(
    async ({ base64, type }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const image = new Image();
      image.src = URL.createObjectURL(new Blob([bytes], { type }));
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      const pixels = context?.getImageData(0, 0, canvas.width, canvas.height);
      const reader = new FileReader();
      const read = new Promise((resolve) => (reader.onload = resolve));
      reader.readAsDataURL(new Blob([pixels?.data ?? ""]));
      await read;
      return {
        rgba: String(reader.result).replace(/^.*,/, ""),
        width: canvas.width,
        height: canvas.height,
      };
    },
    { base64: file.toString("base64"), type },
  );
  return decodeQR({ data: Buffer.from(rgba, "base64"), width, height });
}

/** What a page loads of scripts until it is quiet, compressed. */
export async function scriptBytes(page: Page, url: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script")
      sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(url, { waitUntil: "networkidle" });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

export { expect };
