import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { browsers } from "./user-agents";

interface Listed {
  userAgent: string;
  folder?: string;
}

/**
 * Seen on other people's websites: two years of `user-agents`, and the browsers among the collected
 * ones of `random-useragent`.
 */
const lists: Listed[][] = [
  JSON.parse(packaged("user-agents/dist/user-agents.json").toString()),
  JSON.parse(gunzipSync(packaged("user-agents-2025/src/user-agents.json.gz")).toString()),
  JSON.parse(packaged("random-useragent/useragent-data.json").toString()).filter(isBrowser),
];

/** User agents of people's browsers, each once. */
export const realBrowsers: string[] = [
  ...new Set([
    ...lists.flat().map(({ userAgent }) => userAgent),
    ...browsers.map(([, text]) => text),
  ]),
];

/**
 * By the list's own folders; the others hold crawlers, downloaders, libraries, feed readers and
 * validators.
 */
function isBrowser({ folder = "" }: Listed): boolean {
  return /^\/(?:Browsers - |Mobile Devices\/|Miscellaneous\/(?:Browsers - |Game Consoles))/.test(
    folder,
  );
}

function packaged(path: string): Buffer {
  return readFileSync(new URL(`../../../node_modules/${path}`, import.meta.url));
}
