import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { readEnv } from "../lib/config/env";
import { requireArguments } from "./commands.mjs";

/*
 * `npm run qr SLUG` prints the QR code of a short link. It asks the running service, as any client
 * of the API, so it needs no database.
 */
try {
  process.stdout.write(await qrCode(requireArguments("qr").words[0] ?? ""));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function qrCode(slug: string): Promise<string> {
  const config = readEnv();
  const service = config.DASHBOARD_ORIGIN;
  const headers = {
    Accept: "text/plain",
    Authorization: `Bearer ${config.API_TOKEN ?? tokenIn(config.DATA_DIR)}`,
  };
  const { response, text } = await ask(
    `/api/links/${encodeURIComponent(slug)}/qr`,
    service,
    headers,
  );
  if (response.status === 401)
    throw new Error(
      `Slugline at ${service} does not know this token. Set API_TOKEN to one of its tokens.`,
    );
  const isCode = response.ok && response.headers.get("content-type")?.startsWith("text/plain");
  if (!isCode)
    throw new Error(
      detailIn(text) ??
        `What answers at ${service} is not Slugline (HTTP ${response.status}). Set BASE_URL or PORT to where it runs.`,
    );
  // Colors are for terminals only.
  return process.stdout.isTTY ? text : stripVTControlCharacters(text);
}

async function ask(
  path: string,
  service: string,
  headers: Record<string, string>,
): Promise<{ response: Response; text: string }> {
  const signal = AbortSignal.timeout(10_000);
  try {
    const response = await fetch(new URL(path, service), { headers, redirect: "manual", signal });
    return { response, text: await response.text() };
  } catch {
    if (signal.aborted)
      throw new Error(
        `What runs at ${service} did not answer within 10 seconds. Try again, or set BASE_URL or PORT to where Slugline runs.`,
      );
    throw new Error(
      `There is no answer at ${service}. Start Slugline, or set BASE_URL or PORT to where it runs.`,
    );
  }
}

/** The token that the service keeps in its data folder. */
function tokenIn(dataDir: string): string {
  const file = join(dataDir, "api-token");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  throw new Error(
    `There is no API token: set API_TOKEN, or DATA_DIR to the data folder of Slugline (looked for ${file}).`,
  );
}

/** Why the API refused; null if something else answers. */
function detailIn(text: string): string | null {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return typeof detail === "string" ? detail : null;
  } catch {
    return null;
  }
}
