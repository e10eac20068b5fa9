// Run: all
import type { Page } from "@playwright/test";
import { access } from "@/lib/core/access";
import { allLanguages, directionOf } from "@/lib/texts/languages";
import { openPool } from "../support/databases";
import { browsers, visit } from "../support/visitor";
import { click, expect, openPage, test, widths } from "./owner";

test.beforeAll(async ({ service }) => {
  const { id } = await service.api.create({
    slug: "spoken",
    url: "https://example.com/spoken",
    title: "Spoken",
    tags: ["Spoken"],
  });
  await click(service, "spoken?utm_source=newsletter&utm_medium=email&utm_campaign=spring", 3);
  const pool = openPool(service.databaseUrl, 1);
  await pool.query(
    `INSERT INTO "LinkPlace" ("linkId", "source", "medium", "campaign", "createdAt")
     VALUES ($1, 'newsletter', 'email', 'spring', now()), ($1, 'newsletter', 'email', 'summer', now()), ($1, 'linkedin', 'social', '', now())`,
    [id],
  );
  await pool.end();
  await visit(service.server, "/spoke", { headers: { "user-agent": browsers.windows } });
  await service.api.call("POST", "/api/webhooks", {
    name: "Spoken receiver",
    kind: "webhook",
    url: "https://example.com/receiver",
    events: ["link.broken"],
  });
});

/** These lead whoever is signed in to another page. */
const leadElsewhere = [
  "/",
  "/dashboard/campaigns",
  "/dashboard/settings",
  "/dashboard/setup",
  "/dashboard/sign-in",
  "/dashboard/sign-in/second-step",
  "/dashboard/sign-in/set-up",
];
const pages = Object.keys(access.pages)
  .filter((path) => !path.includes("[") && !leadElsewhere.includes(path))
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
      // The dialog for new links opens above the list.
      const shown = path.replace(/new$/, "links");
      await expect.soft(page).toHaveURL(service.url + shown);
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

const withLists = [
  "/dashboard/links",
  "/dashboard/links/spoken",
  "/dashboard/overview",
  "/dashboard/statistics",
  "/dashboard/statistics?tag=Spoken",
];

for (const language of ["en", "de", "ar"])
  test(`rows in ${language} have a name, and their numbers under their heads`, async ({
    page,
    service,
  }) => {
    test.setTimeout(120_000);
    await page.context().addCookies([{ name: "language", value: language, url: service.url }]);
    for (const path of withLists) {
      await openPage(page, service.url + path);
      await expect.poll(() => rowsWithHeads(page).then(({ rows }) => rows)).toBeGreaterThan(0);
      for (const width of [360, 768, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expect
          .configure({ soft: true })
          .poll(() => rowsWithHeads(page).then(({ wrong }) => wrong), {
            message: `${path} at ${width}`,
            timeout: 3_000,
          })
          .toEqual([]);
      }
    }
  });

test("pages that are read from the right show code, facts and Latin text in their order", async ({
  page,
  service,
}) => {
  await page.context().addCookies([{ name: "language", value: "ar", url: service.url }]);
  const { body } = await service.api.call<{ webhooks: { id: string }[] }>("GET", "/api/webhooks");
  const receiver = `/dashboard/settings/messages/${body.webhooks[0]?.id}`;
  await openPage(page, service.url + receiver);
  const { status } = await service.api.call("POST", `/api/webhooks/${body.webhooks[0]?.id}/test`);
  expect(status).toBe(200);
  for (const path of ["/dashboard/settings/data", receiver, "/dashboard/links/spoken"]) {
    await openPage(page, service.url + path);
    expect.soft(await outOfOrder(page), path).toEqual([]);
  }
  await page.context().clearCookies({ name: /session/ });
  await page.goto(`${service.url}/dashboard/sign-in`);
  expect.soft(await outOfOrder(page), "the sign-in page").toEqual([]);
});

/** Code that is not read from the left, Latin lines at the left, and facts that run together. */
function outOfOrder(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      );
    const boxOf = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    const isCode = (code: Element) => getComputedStyle(code).direction === "ltr";
    const isAtTheRight = (line: Element) => {
      const { display, textAlign } = getComputedStyle(line);
      const isBlock = /^(?:block|flex|list-item)/.test(display) && line.closest("pre") === null;
      const text = boxOf(line);
      const gap = line.getBoundingClientRect().right - text.right;
      return !isBlock || textAlign === "center" || text.width === 0 || gap < 20;
    };
    const placeOf = (node: Text, at: number) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    };
    /** Such as "12 ms", whose number is at its left. */
    const isInOrder = (facts: Element) => {
      const texts = document.createTreeWalker(facts, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const node = texts.currentNode as Text;
        const at = node.data.search(/\p{Nd} ms/u);
        if (at >= 0 && placeOf(node, at) > placeOf(node, at + 2)) return false;
      }
      return true;
    };
    for (const details of document.querySelectorAll("details")) details.open = true;
    const wrong = [
      ...shown("pre").filter((code) => !isCode(code)),
      ...shown(".mono, .truncate").filter((line) => !isAtTheRight(line)),
      ...shown("p.tabular-nums").filter((facts) => !isInOrder(facts)),
    ];
    return wrong.map(({ className, textContent }) => `${className}: ${textContent.slice(0, 60)}`);
  });
}

/** Texts that stick out of the screen, or of the button, label or heading that they are in. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const holders = "a, button, label, th, summary, dt";
    // What people and the service name is shortened where there is no room.
    const names = ["Spoken", "Spoken receiver", "Newsletter"];
    const ofOthers = "script, style, option, .sr-only, .mono, [data-text]";

    /** What ends the search: the box that holds the text, or one that scrolls or cuts it. */
    function boxOf(element: Element): Element {
      const { overflowX, display } = getComputedStyle(element);
      const isBox = overflowX !== "visible" || (display !== "inline" && element.matches(holders));
      return isBox || !element.parentElement ? element : boxOf(element.parentElement);
    }

    /** One pixel by one, also where only this width hides it. */
    function isForReaders(text: DOMRect, box: DOMRect): boolean {
      return text.width < 2 || (box.width < 2 && box.height < 2);
    }

    /** How the text is outside of its box, or one word on two lines. */
    function misfitOf(
      node: Text,
      box: Element,
    ): "too wide" | "too high" | "broken over lines" | null {
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      const edge = box.getBoundingClientRect();
      if (isForReaders(text, edge)) return null;
      if (text.right > edge.right + 1.5 || text.left < edge.left - 1.5) return "too wide";
      if (text.bottom > edge.bottom + 2 || text.top < edge.top - 2) return "too high";
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      return lines.size > 1 && /^[\p{sc=Latin}\p{sc=Cyrillic}]+$/u.test(node.data)
        ? "broken over lines"
        : null;
    }

    /** Names in rows may be shortened, labels may not. */
    function isLabel(element: Element): boolean {
      return element.closest(`${holders}, h1, h2, h3`) !== null && !element.closest("li, td");
    }

    /** A box that scrolls, or the page, which is measured as a whole. */
    function mayCut(box: Element, misfit: "too wide" | "too high", parent: Element): boolean {
      const { overflowX, textOverflow } = getComputedStyle(box);
      if (overflowX === "visible") return box === document.documentElement;
      return !(textOverflow === "ellipsis" && misfit === "too wide" && isLabel(parent));
    }

    function faultOf(node: Text): string | null {
      const parent = node.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true })) return null;
      const box = boxOf(parent);
      const misfit = misfitOf(node, box);
      if (!misfit || parent.closest(ofOthers) || names.includes(node.data)) return null;
      return misfit !== "broken over lines" && mayCut(box, misfit, parent) ? null : `is ${misfit}`;
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

/**
 * Rows of lists that have column heads: names of less than 12 letters that are cut, numbers that do
 * not end where their head does, and tools over numbers.
 */
function rowsWithHeads(page: Page): Promise<{ rows: number; wrong: string[] }> {
  return page.evaluate(() => {
    const isRtl = document.dir === "rtl" || getComputedStyle(document.body).direction === "rtl";
    const endOf = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return isRtl ? left : right;
    };
    const letters = (element: HTMLElement) => {
      const twelve = document.createElement("span");
      twelve.textContent = "0".repeat(12);
      element.append(twelve);
      const { width } = twelve.getBoundingClientRect();
      twelve.remove();
      return width;
    };
    const isOver = (tool: Element, number: Element) => {
      const [a, b] = [tool.getBoundingClientRect(), number.getBoundingClientRect()];
      return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom && b.top < a.bottom;
    };
    /** The cells of a row, by the column that they are in. */
    const cellsOf = (row: HTMLElement) => {
      for (const line of [row, ...row.querySelectorAll<HTMLElement>(".list-row")]) {
        const cells = [...line.children].filter((cell): cell is HTMLElement =>
          cell.checkVisibility(),
        );
        const found = new Map(cells.map((cell) => [getComputedStyle(cell).gridColumnStart, cell]));
        if (found.has("name")) return found;
      }
      return new Map<string, HTMLElement>();
    };
    const problemsOfNumber = (number: HTMLElement, head: Element | undefined, tools: Element[]) => {
      const apart = head ? Math.round(endOf(number) - endOf(head)) : 0;
      return [
        ...(number.scrollWidth > number.clientWidth + 1
          ? [`${number.textContent} does not fit`]
          : []),
        ...(apart === 0 ? [] : [`${head?.textContent} is ${apart} px off`]),
        ...(tools.some((tool) => isOver(tool, number)) ? ["a tool is over a number"] : []),
      ];
    };
    const problemsOf = (item: HTMLElement, heads: ReadonlyMap<string, HTMLElement>): string[] => {
      const cells = cellsOf(item);
      const label = cells.get("name");
      const name = label?.querySelector<HTMLElement>(".row-link, .truncate");
      if (!label || !name) return ["has no name"];
      const { scrollWidth, clientWidth } = name;
      const tools = [...item.querySelectorAll("button")].filter((tool) => tool.checkVisibility());
      return [
        ...(clientWidth < scrollWidth && clientWidth < letters(label)
          ? [`its name has ${clientWidth} px of ${scrollWidth}`]
          : []),
        ...["clicks", "share", "change"].flatMap((column) => {
          const number = cells.get(column);
          return number ? problemsOfNumber(number, heads.get(column), tools) : [];
        }),
      ];
    };
    const rows = [...document.querySelectorAll<HTMLElement>(".list-grid:has(> .list-row + ul)")]
      .filter((list) => list.checkVisibility())
      .flatMap((list) => {
        const heads = cellsOf(list.querySelector<HTMLElement>(".list-row") ?? list);
        return [...list.querySelectorAll<HTMLElement>("ul > li")].map((item) => ({
          name: item.textContent?.slice(0, 30),
          problems: problemsOf(item, heads),
        }));
      });
    return {
      rows: rows.length,
      wrong: rows.flatMap(({ name, problems }) => problems.map((each) => `${name}: ${each}`)),
    };
  });
}
