import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import chromium from "@sparticuz/chromium";

const isRoot = process.getuid?.() === 0;

/** Launch options for Playwright's browser: the one from npm, or the one at CHROMIUM_PATH. */
export async function launchOptions() {
  return {
    executablePath: process.env.CHROMIUM_PATH ?? (await unpackedChromium()),
    args: [
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...(isRoot ? ["--no-sandbox"] : []),
    ],
  };
}

/**
 * Unpacks the browser from npm inside this project, because the system's temporary folder is shared
 * with other users.
 */
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
