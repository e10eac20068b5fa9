import { test as base, expect } from "@playwright/test";
import getPort from "get-port";
import { Api } from "../support/api";
import { createDatabase, databaseUrl, dropDatabase } from "../support/databases";
import { startServer, type TestServer } from "../support/server";
import { flatten, readFile } from "../unit/support/catalogue-files";

export interface BrowserService {
  server: TestServer;
  api: Api;
  /** The address that a browser opens; the same as the base URL of the short links. */
  url: string;
  /** The database itself, past the service. */
  databaseUrl: string;
  /** A loopback port whose previews the service may read, and to which it may send messages. */
  destinationPort: number;
}

export const owner = { email: "mara@example.com", password: "correct horse battery staple" };

/** A migrated database that nobody has used. */
export async function withDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const { adminUrl, template } = JSON.parse(process.env.TEST_POSTGRES ?? "");
  const name = await createDatabase(adminUrl, template);
  try {
    await use(databaseUrl(adminUrl, name));
  } finally {
    await dropDatabase(adminUrl, name);
  }
}

/**
 * Starts a real server with a database. `through`: how the server reaches the database. `more`:
 * further variables.
 */
export async function runService(
  use: (service: BrowserService) => Promise<void>,
  through = async (url: string) => url,
  more: Record<string, string> = {},
): Promise<void> {
  await withDatabase(async (url) => {
    const destinationPort = await getPort({ host: "127.0.0.1" });
    const server = await startServer(await through(url), {
      env: {
        OWNER_EMAIL: owner.email,
        OWNER_PASSWORD: owner.password,
        PREVIEW_PAGES: "true",
        SCRAPE_ALLOW_HOSTS: `127.0.0.1:${destinationPort}`,
        MESSAGE_ALLOW_HOSTS: `127.0.0.1:${destinationPort}`,
        ...more,
      },
    });
    await use({
      server,
      api: new Api(server),
      url: server.url.replace("127.0.0.1", "localhost"),
      databaseUrl: url,
      destinationPort,
    });
    // An orderly stop waits for the connections of the browser. It is tested where it matters.
    await server.stop("SIGKILL");
  });
}

/**
 * What a browser reports of requests that a test lets fail, and React of a page that failed on the
 * server (441).
 */
const expectedFailures =
  /status of 50[03]|ERR_INTERNET_DISCONNECTED|Failed to fetch|React error #441/;

/** What each test expects to be complained of. */
const expectedOf = new WeakMap<string[], RegExp[]>();

/** Forgets the complaints that are only about failed requests, also those that are still to come. */
export function forgetFailures(complaints: string[], expected = expectedFailures): void {
  expectedOf.set(complaints, [...(expectedOf.get(complaints) ?? []), expected]);
}

/**
 * Complains, in the page, when the part that has the focus is hidden because something in it waits: it
 * flashes, and the focus is lost. React hides it with `!important`.
 */
function reportHiding(): void {
  const report = ({ target }: MutationRecord) => {
    if (!(target instanceof HTMLElement)) return;
    const { style } = target;
    const isHidden = style.display === "none" && style.getPropertyPriority("display") !== "";
    if (!isHidden || !target.contains(document.activeElement)) return;
    reportError(new Error(`hidden while something waits: ${target.outerHTML.slice(0, 120)}`));
  };
  const observer = new MutationObserver((records) => records.forEach(report));
  observer.observe(document, { attributes: true, attributeFilter: ["style"], subtree: true });
}

const textNames = [...flatten(readFile("en")).keys()];

/** Complains, in the page, when it shows the name of a text: a page that lacks a text shows that. */
function reportNames(names: string[]): void {
  const known = new Set(names);
  const check = (within: Node) => {
    const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    for (let node: Node | null = texts.currentNode; node; node = texts.nextNode())
      if (known.has(node.textContent?.trim() ?? ""))
        reportError(new Error(`shows the name of a text: ${node.textContent}`));
  };
  const report = ({ type, target, addedNodes }: MutationRecord) =>
    (type === "characterData" ? [target] : [...addedNodes]).forEach(check);
  const observer = new MutationObserver((records) => records.forEach(report));
  observer.observe(document, { childList: true, characterData: true, subtree: true });
}

/**
 * Browser tests share one real server; each makes its own links. What the page complains of on the
 * console fails the test.
 */
export const test = base.extend<{ complaints: string[] }, { service: BrowserService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => runService(use),
    { scope: "worker", timeout: 60_000 },
  ],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      await page.addInitScript(reportHiding);
      await page.addInitScript(reportNames, textNames);
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("console", (message) => {
        // A browser reports the 404 of the page itself, which is what is tested.
        if (message.type() === "error" && !/status of 404/.test(message.text()))
          complaints.push(`${message.text()} ${message.location().url}`);
      });
      await use(complaints);
      const expected = expectedOf.get(complaints) ?? [];
      expect(complaints.filter((text) => !expected.some((each) => each.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
