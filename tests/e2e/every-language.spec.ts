// Run: all
import type { Page } from "@playwright/test";
import { access } from "@/lib/core/access";
import { allLanguages, directionOf } from "@/lib/texts/languages";
import { browsers, visit } from "../support/visitor";
import { click, expect, openPage, test, widths } from "./owner";

test.beforeAll(async ({ service }) => {
  await service.api.create({
    slug: "spoken",
    url: "https://example.com/spoken",
    title: "Spoken",
    tags: ["Spoken"],
  });
  await click(service, "spoken?utm_source=newsletter&utm_medium=email&utm_campaign=spring", 3);
  await visit(service.server, "/spoke", { headers: { "user-agent": browsers.windows } });
  await service.api.call("POST", "/api/webhooks", {
    name: "Spoken receiver",
    kind: "webhook",
    url: "https://example.com/receiver",
    events: ["link.broken"],
  });
});

const pages = Object.keys(access.pages)
  .filter((path) => !path.includes("["))
  .concat(
    "/dashboard/links/spoken",
    "/dashboard/links/spoken/sheet",
    "/dashboard/statistics?tag=Spoken&compare=previous",
    "/dashboard/statistics?more=campaigns",
    "/dashboard/statistics?more=bots",
    "/dashboard/links/not-there",
    "/spoken+",
  );

for (const language of allLanguages)
  test(`pages in ${language} cut nothing off`, async ({ page, service }) => {
    test.setTimeout(240_000);
    await page.context().addCookies([{ name: "language", value: language, url: service.url }]);
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const path of pages) {
      await page.setViewportSize({ width: widths[0] ?? 360, height: 740 });
      await openPage(page, service.url + path);
      // Whoever is signed in is led elsewhere.
      if (!page.url().endsWith(path)) continue;
      if (path.startsWith("/dashboard"))
        await expect
          .soft(page.locator("html"), path)
          .toHaveAttribute("lang", new RegExp(`^${language.split("-", 1)[0]}`));
      expect
        .soft(await page.evaluate(() => getComputedStyle(document.body).direction), path)
        .toBe(path.startsWith("/dashboard") ? directionOf(language) : "ltr");
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 });
        // A chart follows the width of the screen a moment later.
        await expect
          .configure({ soft: true })
          .poll(() => cutOff(page), { message: `${path} at ${width}`, timeout: 3_000 })
          .toEqual([]);
      }
    }
  });

/** Texts that stick out of the screen, or of the button, label or heading that they are in. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const holders = "a, button, label, th, summary, dt";
    // What people and the service name is shortened where there is no room.
    const names = ["Spoken", "Spoken receiver", "Newsletter"];
    const ofOthers = "script, style, option, .sr-only, .mono, [data-text]";

    /** What ends the search: the box that holds the text, or one that scrolls or cuts it. */
    function boxOf(element: Element | null): Element | null {
      if (!element) return null;
      const { overflowX, display } = getComputedStyle(element);
      const isBox = overflowX !== "visible" || (display !== "inline" && element.matches(holders));
      return isBox ? element : boxOf(element.parentElement);
    }

    /** Whether the text is outside of its box, and whether at its sides. */
    function overflowOf(node: Node, box: Element) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      const edge = box.getBoundingClientRect();
      // One pixel by one is for screen readers.
      const isSeen = text.width >= 2;
      const isWider = isSeen && (text.right > edge.right + 1.5 || text.left < edge.left - 1.5);
      const isHigher = isSeen && (text.bottom > edge.bottom + 2 || text.top < edge.top - 2);
      return { isWider, isOutside: isWider || isHigher };
    }

    /** Names in rows may be shortened, labels may not. */
    function isLabel(element: Element): boolean {
      return element.closest(`${holders}, h1, h2, h3`) !== null && !element.closest("li, td");
    }

    function faultOf(node: Text): string | null {
      const parent = node.parentElement;
      const box = boxOf(parent);
      if (!box || !parent?.checkVisibility({ visibilityProperty: true })) return null;
      const { isWider, isOutside } = overflowOf(node, box);
      if (!isOutside || parent.closest(ofOthers) || names.includes(node.data)) return null;
      const { overflowX, textOverflow } = getComputedStyle(box);
      if (overflowX === "visible") return `sticks out of its ${box.tagName}`;
      return textOverflow === "ellipsis" && isWider && isLabel(parent) ? "ends with dots" : null;
    }

    const found = new Set<string>();
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.add(`the page is ${scrollWidth} px wide`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const fault = faultOf(texts.currentNode as Text);
      if (fault) found.add(`"${texts.currentNode.textContent?.trim().slice(0, 60)}" ${fault}`);
    }
    return [...found];
  });
}
