// Run: all
import type { Page } from "@playwright/test";
import { allLanguages, type Language } from "@/lib/texts/languages";
import { textsIn } from "@/lib/texts/translate";
import { browsers, visit } from "../support/visitor";
import { click, expect, openPage, test } from "./owner";

/** Small phones, and the smallest of which there are many. */
const narrow = [320, 360];
const slug = "roomy";
/** What people typed is shortened where there is no room. */
const typed = ["Roomy link", "Roomy tag", "Roomy view"];

test.beforeAll(async ({ service }) => {
  await service.api.create({
    slug,
    url: "https://example.com/roomy",
    title: "Roomy link",
    tags: ["Roomy tag"],
    note: "Roomy",
    maxClicks: 1_000,
  });
  await service.api.create({ slug: "roomy-over", url: "https://example.com/over", maxClicks: 1 });
  await service.api.create({
    slug: "roomy-off",
    url: "https://example.com/off",
    enabled: false,
    expiresAt: new Date(Date.now() - 86_400_000).toISOString(),
  });
  await service.api.create({
    slug: "roomy-later",
    url: "https://example.com/later",
    startsAt: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await click(service, `${slug}?utm_source=newsletter&utm_medium=email&utm_campaign=spring`, 3);
  await click(service, "roomy-over");
  await visit(service.server, "/roomi", { headers: { "user-agent": browsers.windows } });
});

const pages = [
  "overview",
  "links",
  `links/${slug}`,
  "statistics",
  "statistics?more=campaigns",
  "missed",
  "tags",
  "settings/preferences",
  "settings/sessions",
  "settings/links",
  "settings/public",
  "settings/messages",
  "settings/mail",
  "settings/people",
  "settings/tokens",
  "settings/data",
];

for (const language of allLanguages)
  test(`words in ${language} have room on small screens`, async ({ page, service }) => {
    test.setTimeout(240_000);
    await page.context().addCookies([{ name: "language", value: language, url: service.url }]);
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const path of pages) {
      await openPage(page, `${service.url}/dashboard/${path}`);
      await expectRoom(page, path);
    }
    for (const [name, open] of Object.entries(dialogs)) {
      await openPage(page, `${service.url}/dashboard/links/${slug}`);
      await open(page, language);
      await expect(page.locator("[data-modal]")).toBeVisible();
      await expectRoom(page, name);
    }
    await page.context().clearCookies({ name: /session/ });
    await page.goto(`${service.url}/dashboard/sign-in`);
    await expectRoom(page, "sign-in");
  });

const dialogs: Record<string, (page: Page, language: Language) => Promise<void>> = {
  "New link": async (page, language) => {
    await page.keyboard.press("c");
    await openFields(page, language);
  },
  Several: async (page, language) => {
    await page.keyboard.press("c");
    const name = textsIn(language, "form")("oneOrSeveral.several");
    await page.getByRole("button", { name, exact: true }).click();
    await openFields(page, language);
  },
  "Edit link": async (page, language) => {
    const name = textsIn(language, "links.actions")("edit");
    await page.getByRole("main").getByRole("button", { name, exact: true }).first().click();
    await openFields(page, language);
  },
  "QR code": async (page, language) => {
    const name = textsIn(language, "links.actions")("qrCode");
    await page.getByRole("main").getByRole("button", { name, exact: true }).first().click();
  },
};

async function openFields(page: Page, language: Language): Promise<void> {
  const name = textsIn(language, "form")("moreFields");
  const chip = page.getByRole("group", { name }).getByRole("button", { expanded: false });
  await expect(chip.first()).toBeVisible();
  while ((await chip.count()) > 0) await chip.first().click();
}

async function expectRoom(page: Page, what: string): Promise<void> {
  for (const width of narrow) {
    await page.setViewportSize({ width, height: 740 });
    await expect
      .configure({ soft: true })
      .poll(() => withoutRoom(page, typed), { message: `${what} at ${width}`, timeout: 3_000 })
      .toEqual([]);
  }
}

/**
 * Words that are wider than their box: of placeholders and choices, which the browser cuts off without
 * a sign, of buttons, tabs, table heads and badges, and of neighbours in a bar, which run together.
 */
function withoutRoom(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate((ofPeople) => {
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 2 &&
      element.closest("[inert], .sr-only, option") === null;
    const shown = <E extends HTMLElement>(selector: string) =>
      [...document.querySelectorAll<E>(selector)].filter(isShown);
    const short = (text: string) => `"${text.trim().slice(0, 50)}"`;

    const pen = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
    const widthOf = (text: string, element: Element) => {
      const { font, letterSpacing } = getComputedStyle(element);
      Object.assign(pen, { font, letterSpacing });
      return pen.measureText(text).width;
    };
    const roomIn = (element: HTMLElement) => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    };
    const tooWide = (text: string, element: HTMLElement, what: string) => {
      const over = Math.round(widthOf(text, element) - roomIn(element));
      // A choice without any room is an icon.
      return over > 1 && roomIn(element) > 0 ? [`${what} ${short(text)}: ${over} px`] : [];
    };
    const placeholders = shown<HTMLInputElement>("input[placeholder]").flatMap((input) =>
      input.value === "" ? tooWide(input.placeholder, input, "placeholder") : [],
    );
    const choices = shown<HTMLSelectElement>("select").flatMap((select) =>
      tooWide(select.selectedOptions[0]?.text ?? "", select, "choice"),
    );

    /** The line boxes of each text, without icons and what only screen readers read. */
    const textsOf = (element: Element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found: { node: Text; lines: DOMRect[] }[] = [];
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        const parent = node.parentElement;
        if (!node.data.trim() || !parent || !isShown(parent)) continue;
        if (ofPeople.includes(node.data.trim()) || parent.closest(".mono, [data-own]")) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        found.push({ node, lines: [...range.getClientRects()].filter(({ width }) => width > 1) });
      }
      return found;
    };
    /** What hides the rest of a text: the label or something in it that cuts. */
    const cutterOf = (node: Text, label: Element) => {
      for (let box = node.parentElement; box; box = box.parentElement) {
        if (box === label || getComputedStyle(box).overflowX !== "visible") return box;
      }
      return label;
    };
    const labels = shown("button, summary, [role=tab], nav a, th, [data-badge]").flatMap((label) =>
      textsOf(label).flatMap(({ node, lines }) => {
        const box = cutterOf(node, label).getBoundingClientRect();
        const out = Math.max(
          ...lines.flatMap(({ left, right }) => [box.left - left, right - box.right]),
        );
        const last = lines.at(-1);
        const isOrphan =
          lines.length > 1 && last !== undefined && [...node.data.trim()].length > 3
            ? last.width < 1.2 * Number.parseFloat(getComputedStyle(label).fontSize)
            : false;
        return [
          ...(out > 1.5 ? [`label ${short(node.data)}: ${Math.round(out)} px`] : []),
          ...(isOrphan ? [`label ${short(node.data)}: one letter on its last line`] : []),
        ];
      }),
    );

    const bars = shown("nav, [role=tablist], thead tr").flatMap((bar) => {
      const lines = shown("a, button, th")
        .filter((item) => bar.contains(item))
        .flatMap((item) => textsOf(item).map(({ node, lines }) => ({ item, node, lines })))
        .flatMap(({ item, node, lines }) => lines.map((line) => ({ item, node, line })))
        .toSorted((a, b) => a.line.left - b.line.left);
      return lines.flatMap((one, index) =>
        lines
          .slice(index + 1)
          .filter(
            (other) =>
              other.item !== one.item &&
              Math.abs(other.line.top - one.line.top) < 4 &&
              other.line.left - one.line.right < 6,
          )
          .map((other) => `${short(one.node.data)} touches ${short(other.node.data)}`),
      );
    });

    const { scrollWidth } = document.documentElement;
    const page = scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide`] : [];
    return [...new Set([...page, ...placeholders, ...choices, ...labels, ...bars])];
  }, names);
}
