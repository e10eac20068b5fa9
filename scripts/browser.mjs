import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import chromium from "@sparticuz/chromium";

const isRoot = process.getuid?.() === 0;

/** How Playwright starts its browser: the one from npm, or the one that CHROMIUM_PATH names. */
export async function launchOptions() {
  return {
    executablePath: process.env.CHROMIUM_PATH ?? (await unpackedChromium()),
    args: ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", ...(isRoot ? ["--no-sandbox"] : [])],
  };
}

/** The browser from npm, unpacked in this project: the system's own temporary folder is shared with other users. */
async function unpackedChromium() {
  const folder = resolve("node_modules/.cache/chromium");
  mkdirSync(folder, { recursive: true });
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    return await chromium.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
