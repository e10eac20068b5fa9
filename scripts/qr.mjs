import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { loadEnvFile } from "./setup.mjs";

/*
 * `npm run qr SLUG` prints the QR code of a short link. It asks the running service at DASHBOARD_ORIGIN or BASE_URL, as any
 * client of the API, so it needs neither the database nor a build.
 */

loadEnvFile();
const { BASE_URL, DASHBOARD_ORIGIN, PORT, DATA_DIR, API_TOKEN, API_TOKEN_FILE } = process.env;
const service = DASHBOARD_ORIGIN || BASE_URL || `http://localhost:${PORT || 3000}`;
const [slug] = process.argv.slice(2);

try {
  process.stdout.write(await qrCode(slug));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string | undefined} slug */
async function qrCode(slug) {
  if (!slug) throw new Error("Name a link: npm run qr SLUG");
  const headers = { Accept: "text/plain", Authorization: `Bearer ${apiToken()}` };
  const [response, text] = await ask(new URL(`/api/links/${encodeURIComponent(slug)}/qr`, service), headers);
  if (response.status === 401) throw new Error(`Slugline at ${service} does not know this token. Set API_TOKEN to one of its tokens.`);
  if (!response.ok || !response.headers.get("content-type")?.startsWith("text/plain")) throw new Error(detailOf(text, response.status));
  // Colors are for terminals only.
  return process.stdout.isTTY ? text : stripVTControlCharacters(text);
}

/** @param {URL} url @param {Record<string, string>} headers @returns {Promise<[Response, string]>} */
async function ask(url, headers) {
  const signal = AbortSignal.timeout(10_000);
  try {
    const response = await fetch(url, { headers, redirect: "manual", signal });
    return [response, await response.text()];
  } catch {
    if (signal.aborted)
      throw new Error(`What runs at ${service} did not answer within 10 seconds. Try again, or set BASE_URL or PORT to where Slugline runs.`);
    throw new Error(`There is no answer at ${service}. Start Slugline, or set BASE_URL or PORT to where it runs.`);
  }
}

/** API_TOKEN or the content of API_TOKEN_FILE, else the token that the service keeps in its data folder. */
function apiToken() {
  const file = API_TOKEN_FILE || join(DATA_DIR || ".data", "api-token");
  if (API_TOKEN) return API_TOKEN;
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  throw new Error(`There is no API token: set API_TOKEN, or DATA_DIR to the data folder of Slugline (looked for ${file}).`);
}

/** @param {string} text @param {number} status */
function detailOf(text, status) {
  try {
    const { detail } = JSON.parse(text);
    if (typeof detail === "string") return detail;
  } catch {
    // Something else answers there.
  }
  return `What answers at ${service} is not Slugline (HTTP ${status}). Set BASE_URL or PORT to where it runs.`;
}
