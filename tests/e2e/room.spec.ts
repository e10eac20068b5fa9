// Run: all
import type { Locator, Page } from "@playwright/test";
import { shareCards } from "@/lib/core/share";
import { allLanguages, type Language } from "@/lib/texts/languages";
import { textsIn } from "@/lib/texts/translate";
import { startReceiver, type TestReceiver } from "../support/receiver";
import { browsers, visit } from "../support/visitor";
import { click, expect, openPage, test } from "./owner";

/** Small phones, and the smallest of which there are many. */
const narrow = [320, 360];
/** Only there the navigation of the settings has a search. */
const wide = 1_280;
const slug = "roomy";
/** What people typed is shortened where there is no room. */
const typed = ["Roomy link", "Roomy tag", "Roomy view"];

let receiver: TestReceiver;
/** The path of a page that anybody can open who has it. */
let shared: string;
const publicPaths = [
  "/dashboard/sign-in",
  "/nobody-has-this",
  "/roomy-over",
  "/roomy-locked",
  "/roomy+",
];

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
  await service.api.create({ slug: "roomy-locked", password: "open sesame" });
  const created = await service.api.call<{ url: string }>("POST", "/api/shares", {
    slug,
    cards: shareCards.filter((card) => card !== "links"),
    days: 30,
    csv: true,
  });
  shared = new URL(created.body.url).pathname;
  receiver = await startReceiver(service.destinationPort);
  receiver.answers.set("/refused", (response) => response.writeHead(500).end());
  await click(service, `${slug}?utm_source=newsletter&utm_medium=email&utm_campaign=spring`, 3);
  await click(service, "roomy-over");
  await visit(service.server, "/roomi", { headers: { "user-agent": browsers.windows } });
});

test.afterAll(() => receiver.close());

test.afterEach(async ({ service }) => {
  const { body } = await service.api.call<{ webhooks: { id: string }[] }>("GET", "/api/webhooks");
  for (const { id } of body.webhooks) await service.api.call("DELETE", `/api/webhooks/${id}`);
});

type Name = (language: Language) => string;
type Step = (page: Page, language: Language) => Promise<unknown>;

const main = (page: Page) => page.getByRole("main");
const dialog = (page: Page) => page.locator("[data-modal]");
const menu = (page: Page) => page.getByRole("menu");
const bulkBar = (page: Page) => page.locator("section.bg-inverse");
const saveBar = (page: Page) => main(page).locator(".sticky:has(> [type=submit])");

/** Presses what has this name in a part of the page. */
const press = (part: Locator, name: string) =>
  part.getByRole("button", { name, exact: true }).first().click();

const dialogOf =
  (part: (page: Page) => Locator, name: Name): Step =>
  async (page, language) => {
    await press(part(page), name(language));
    await expect(dialog(page)).toBeVisible();
  };

const menuOf =
  (name: Name): Step =>
  async (page, language) => {
    await press(page.locator("body"), name(language));
    await expect(menu(page)).toBeVisible();
  };

/** The dialog that an item of a menu opens. */
const behindMenu =
  (name: Name, item: Name): Step =>
  async (page, language) => {
    await menuOf(name)(page, language);
    const choice = menu(page).getByRole("menuitem", { name: item(language), exact: true });
    // A press is lost while the menu still moves to where it has room.
    await expect(async () => {
      if (await choice.isVisible()) await choice.click();
      await expect(dialog(page)).toBeVisible({ timeout: 2_000 });
    }).toPass();
  };

/** Each of the panels in the head of a report. */
const panels: Record<string, Step> = Object.fromEntries(
  [0, 1, 2].map((index) => [
    `panel ${index}`,
    async (page) => {
      await page.locator("[data-panel] > summary").nth(index).click();
      await expect(page.locator("[data-panel][open]")).toHaveCount(1);
    },
  ]),
);

const moreFor: Name = (language) => textsIn(language, "links.actions")("more", { slug });
const moreForTwo: Name = (language) => textsIn(language, "bulk")("more");
const exports: Name = (language) => textsIn(language, "stats.export")("more");

/** The pages, each opened once, and what opens on them, one after the other. */
const places: Record<string, Record<string, Step>> = {
  overview: {},
  links: {
    "menu of a link": menuOf(moreFor),
    "two selected": async (page) => {
      for (const each of [slug, "roomy-off"])
        await page.locator(`[data-slug="${each}"]`).getByRole("checkbox").check();
      await expect(bulkBar(page)).toBeVisible();
    },
    "their expiry": dialogOf(bulkBar, (language) => textsIn(language, "bulk")("setExpiry")),
    "their tags": dialogOf(bulkBar, (language) => textsIn(language, "bulk")("tags")),
    "their channels": dialogOf(bulkBar, (language) => textsIn(language, "bulk")("channels")),
    "their destination": dialogOf(bulkBar, (language) => textsIn(language, "bulk")("replace")),
    "their menu": menuOf(moreForTwo),
    "their end": behindMenu(moreForTwo, (language) => textsIn(language, "bulk")("delete")),
  },
  [`links/${slug}`]: {
    panel: async (page) => page.locator("[data-panel] > summary").last().click(),
    "new link": async (page, language) => {
      await page.keyboard.press("c");
      await openFields(page, language);
    },
    several: async (page, language) => {
      await page.keyboard.press("c");
      await press(dialog(page), textsIn(language, "form")("oneOrSeveral.several"));
      await openFields(page, language);
    },
    "edit link": async (page, language) => {
      await press(main(page), textsIn(language, "links.actions")("edit"));
      await openFields(page, language);
    },
    "QR code": dialogOf(main, (language) => textsIn(language, "links.actions")("qrCode")),
    share: dialogOf(main, (language) => textsIn(language, "links.actions")("share")),
    menu: menuOf(moreFor),
    exports: menuOf(exports),
    "share page": behindMenu(exports, (language) => textsIn(language, "common")("share")),
    "one more short link": async (page, language) => {
      await press(main(page), textsIn(language, "links.aliases")("addAlias"));
      await expect(main(page).locator("input[name=alias]")).toBeVisible();
    },
  },
  [`links/${slug}/sheet`]: {},
  statistics: panels,
  "statistics?more=campaigns": {},
  "statistics?tag=Roomy+tag&compare=previous": {},
  missed: {},
  tags: {},
  "settings/preferences": {},
  "settings/sessions": {},
  "settings/links": {},
  "settings/public": {
    unsaved: async (page) => {
      await main(page)
        .locator("form:has(> .sticky) input:not([type=hidden], [type=file])")
        .first()
        .fill("Roomy");
      await expect(saveBar(page)).toBeVisible();
    },
    left: async (page) => {
      await page.locator("nav a[href$='/overview']:visible").click();
      await expect(saveBar(page).locator(".text-danger")).toBeVisible();
    },
    discarded: async (page, language) => {
      await press(saveBar(page), textsIn(language, "settings.form")("discard"));
      await expect(saveBar(page)).toBeHidden();
    },
  },
  "settings/messages": {
    "new receiver": dialogOf(main, (language) =>
      textsIn(language, "settings.messages")("kinds.webhook"),
    ),
    "refused test": async (page) => {
      await sendTest(page, "refused");
      await expect(dialog(page).getByRole("alert")).toBeVisible();
    },
    "accepted test": async (page) => {
      await sendTest(page, "accepted");
      await expect(dialog(page).locator("[type=submit]")).toBeHidden();
    },
    "changed after the test": async (page) => {
      await dialog(page).getByRole("checkbox").first().uncheck();
      await expect(dialog(page).locator("[type=submit]")).toBeVisible();
    },
    "to be discarded": async (page) => {
      await page.keyboard.press("Escape");
      await expect(dialog(page).locator("[data-asking]")).toBeVisible();
    },
    "its secret": async (page) => {
      await page.keyboard.press("Escape");
      await expect(page.getByText(/^whsec_/)).toBeVisible();
    },
  },
  "settings/mail": {},
  "settings/people": {},
  "settings/tokens": {},
  "settings/data": {},
  "settings/stored": {},
  "settings/doctor": {},
  "settings/activity": {},
  "settings/activity/links": {},
};

async function sendTest(page: Page, path: string): Promise<void> {
  await dialog(page).locator("input[name=url]").fill(`${receiver.url}/${path}`);
  await dialog(page).locator("[type=submit]").click();
}

async function openFields(page: Page, language: Language): Promise<void> {
  const name = textsIn(language, "form")("moreFields");
  const chip = page.getByRole("group", { name }).getByRole("button", { expanded: false });
  await expect(chip.first()).toBeVisible();
  while ((await chip.count()) > 0) await chip.first().click();
}

/** These go on in the dialog that is open. */
const isOneDialog = new Set([
  "refused test",
  "accepted test",
  "changed after the test",
  "to be discarded",
  "its secret",
]);

/** Closes what lies over the page, so that the next can open. */
async function closeAll(page: Page): Promise<void> {
  const panel = page.locator("[data-panel][open] > summary");
  if (await panel.isVisible()) await panel.click();
  for (const open of [menu(page), dialog(page)])
    if (await open.isVisible()) {
      await page.keyboard.press("Escape");
      await expect(open).toBeHidden();
    }
}

for (const language of allLanguages)
  test(`words in ${language} have room on small screens`, async ({ page, service }) => {
    test.setTimeout(120_000);
    await page.context().addCookies([{ name: "language", value: language, url: service.url }]);
    await page.setExtraHTTPHeaders({ "accept-language": language });
    await page.emulateMedia({ reducedMotion: "reduce" });
    const known = new Set<string>();
    for (const [path, steps] of Object.entries(places)) {
      await openPage(page, `${service.url}/dashboard/${path}`);
      const widths = path === "settings/preferences" ? [wide, ...narrow] : narrow;
      await expectRoom(page, path, known, widths);
      for (const [name, step] of Object.entries(steps)) {
        if (!isOneDialog.has(name)) await closeAll(page);
        await step(page, language);
        await expectRoom(page, `${path}: ${name}`, known);
      }
    }
    await page.context().clearCookies({ name: /session/ });
    for (const path of [...publicPaths, shared]) {
      await page.goto(service.url + path);
      await expectRoom(page, path, known);
    }
  });

/** A fault that is on each page, such as in the bar at its foot, is waited for and reported once. */
async function expectRoom(
  page: Page,
  what: string,
  known: Set<string>,
  widths = narrow,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    let found: string[] = [];
    const look = async () => {
      found = (await withoutRoom(page, typed)).filter((fault) => !known.has(fault));
      return found;
    };
    await expect
      .poll(look, { timeout: 3_000 })
      .toEqual([])
      .catch(() => {});
    for (const fault of found) known.add(fault);
    expect.soft(found, `${what} at ${width}`).toEqual([]);
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

    /** A line has one box for each direction of its words. */
    const linesOf = (range: Range) => {
      const lines: DOMRect[] = [];
      for (const box of range.getClientRects()) {
        const last = lines.at(-1);
        if (box.width <= 1) continue;
        if (last && Math.abs(last.top - box.top) <= 2) {
          const left = Math.min(last.left, box.left);
          last.width = Math.max(last.right, box.right) - left;
          last.x = left;
        } else lines.push(DOMRect.fromRect(box));
      }
      return lines;
    };

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
        found.push({ node, lines: linesOf(range) });
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
    const isOrphan = (text: string, last: DOMRect, label: Element) =>
      [...text].length > 3 &&
      last.width < 1.2 * Number.parseFloat(getComputedStyle(label).fontSize);
    const labelFaults = (label: Element, { node, lines }: { node: Text; lines: DOMRect[] }) => {
      const box = cutterOf(node, label).getBoundingClientRect();
      const wide = Math.max(
        ...lines.flatMap(({ left, right }) => [box.left - left, right - box.right]),
      );
      const high = Math.max(
        ...lines.flatMap(({ top, bottom }) => [box.top - top, bottom - box.bottom]),
      );
      const [, ...others] = lines;
      const last = others.at(-1);
      return [
        ...(wide > 1.5 ? [`${Math.round(wide)} px`] : []),
        ...(high > 2 ? [`${Math.round(high)} px in height`] : []),
        ...(last && isOrphan(node.data.trim(), last, label) ? ["one letter on its last line"] : []),
      ].map((fault) => `label ${short(node.data)}: ${fault}`);
    };
    const labels = shown(
      "button, .button, summary, [role=tab], [role=menuitem], nav a, th, .list-row[aria-hidden] > *, [data-badge]",
    ).flatMap((label) => textsOf(label).flatMap((text) => labelFaults(label, text)));

    /** Buttons of one bar that lie on each other. */
    const covered = shown("button").flatMap((one) => {
      const a = one.getBoundingClientRect();
      return shown("button")
        .filter((other) => other !== one && other.parentElement === one.parentElement)
        .filter((other) => {
          const b = other.getBoundingClientRect();
          return (
            a.left < b.left && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2
          );
        })
        .map(
          (other) =>
            `${short(one.textContent)} is below ${short(other.ariaLabel ?? other.textContent)}`,
        );
    });

    const bars = shown("nav, [role=tablist], thead tr, .list-row[aria-hidden]").flatMap((bar) => {
      const lines = shown("a, button, th, .list-row[aria-hidden] > *")
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

    const isOut = (element: Element) => element.getBoundingClientRect().right > innerWidth + 1;
    const widest = () =>
      shown("body *").filter((each) => isOut(each) && ![...each.children].some(isOut));
    const { scrollWidth } = document.documentElement;
    const page =
      scrollWidth > innerWidth
        ? [`the page is ${scrollWidth} px wide: ${widest().map((each) => short(each.textContent))}`]
        : [];
    return [...new Set([...page, ...placeholders, ...choices, ...labels, ...bars, ...covered])];
  }, names);
}
