import { availableParallelism } from "node:os";
import { isDeepStrictEqual } from "node:util";
import { type Env, env, fileVariables, parseEnv } from "../config/env";
import { siteSettings } from "../config/site-settings";
import { versionName } from "../config/version";
import { withDeadline } from "../core/deadline";
import { database } from "../database/client";
import type { SiteSettings } from "../pages/site-schema";
import { english, say } from "../texts/say";
import type { SentenceId } from "../texts/sentence";
import type { Check } from "./check";

const databaseLimitMs = 2_000;

/**
 * What a developer needs to know of this installation, as text to paste. It names no secret, no
 * address and nobody.
 */
export async function makeBugReport(checks: readonly Check[]): Promise<string> {
  return describeInstallation({
    config: env(),
    settings: siteSettings(),
    checks,
    postgres: isBad(checks, "checkDatabaseName") ? noAnswer : await postgresVersion(),
  });
}

const noAnswer = english("reportNoAnswer");

function isBad(checks: readonly Check[], wanted: SentenceId): boolean {
  return checks.some(({ name, state }) => name.id === wanted && state === "bad");
}

interface Facts {
  config: Env;
  settings: SiteSettings;
  checks: readonly Check[];
  postgres: string;
}

export function describeInstallation({ config, settings, checks, postgres }: Facts): string {
  const wanting = checks
    .filter(({ state }) => state !== "good")
    .map(({ name, state }) => `${say("en", name)} (${state})`);
  return [
    `Slugline ${versionName}`,
    english("reportNode", {
      version: process.versions.node,
      platform: process.platform,
      arch: process.arch,
      cores: availableParallelism(),
    }),
    english("reportPostgres", {
      version: postgres,
      place: config.DATABASE_URL ? "at DATABASE_URL" : "embedded",
    }),
    english("reportSettings", {
      settings: changedSettings({ ...config, ...settings }).join(", ") || "defaults",
    }),
    english("reportChecks", { found: wanting.join(", ") || english("reportAllPassed") }),
  ].join("\n");
}

/**
 * Texts that are one of the choices of a setting. Any other text may be an address, a name or a
 * secret.
 */
const words = new Set<unknown>([
  "all",
  "redirects",
  "dashboard",
  "on",
  "off",
  "get",
  "api",
  "debug",
  "info",
  "warn",
  "error",
  "silent",
  "auto",
  "none",
]);
const secrets = new Set<string>([...fileVariables, "DEMO_KEY"]);

function changedSettings(config: Env & SiteSettings): string[] {
  const defaults: Partial<Record<string, unknown>> = parseEnv({});
  return Object.entries(config).flatMap(([name, value]) => {
    if (value === undefined || isDeepStrictEqual(value, defaults[name])) return [];
    // A secret may be a word, too.
    const isShown =
      !secrets.has(name) &&
      (typeof value === "number" || typeof value === "boolean" || words.has(value));
    return [isShown ? `${name}=${value}` : `${name} (set)`];
  });
}

async function postgresVersion(): Promise<string> {
  const asked = database().$queryRaw<
    { version: string }[]
  >`SELECT current_setting('server_version') AS "version"`;
  const rows = await withDeadline(Promise.resolve(asked), databaseLimitMs).catch(() => []);
  return rows[0]?.version ?? noAnswer;
}
