import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { originFor, withoutPort } from "../core/domain-origin";
import { requestedHosts, withoutUsualPort } from "../core/hosts";
import { findMisspelt } from "../core/misspelt";
import { siteSchema } from "../pages/site-schema";
import { english, say } from "../texts/say";
import { readSentence, type Sentence } from "../texts/sentence";
import { running } from "./running";
import { formerVariables, localUrl, schema, variables } from "./variables";

/**
 * Both addresses are known: unless it has one of its own, the dashboard is where short links are.
 */
export type Addresses = Record<"BASE_URL" | "DASHBOARD_ORIGIN", string>;

export type Env = Omit<z.output<typeof schema>, keyof Addresses> &
  Addresses & {
    /** The file that GEO_DATABASE=country means, which the service gets by itself. */
    countryFile: string | null;
  };

export class EnvError extends Error {
  override readonly name = "EnvError";
}

/** Secrets that may stand in a file, as container platforms hand them over. */
export const fileVariables = [
  "API_TOKEN",
  "DATABASE_URL",
  "DATABASE_REPLICA_URL",
  "METRICS_TOKEN",
  "OIDC_CLIENT_SECRET",
  "OWNER_PASSWORD",
  "SMTP_URL",
] as const;

/**
 * Parses environment variables. An empty variable counts as unset, and `NAME_FILE` names a file
 * with the value of a secret. Throws `EnvError` with all problems at once.
 */
export function parseEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""),
  );
  const problems = [
    ...fileVariables.map((name) => ({ name, text: takeFromFile(given, name) })),
    ...findWrapped(given),
  ].filter(({ text }) => text !== null);
  const result = schema.safeParse(given);
  if (!result.success || problems.length > 0) {
    // What the schema says about a value that could not be read as it is meant would only repeat
    // that.
    const others =
      result.error?.issues.filter(
        ({ path: [about] }) => !problems.some(({ name }) => name === about),
      ) ?? [];
    const lines = [
      ...problems.map(({ text }) => text),
      ...others.map((issue) => `${issue.path.join(".")} ${say("en", readSentence(issue.message))}`),
    ].map((line) => `  ${line}`);
    throw new EnvError(english("variablesInvalid", { lines: lines.join("\n") }));
  }
  const { BASE_URL = localUrl(result.data.PORT), DASHBOARD_ORIGIN = BASE_URL } = result.data;
  const countryFile =
    result.data.GEO_DATABASE === "country" ? join(result.data.DATA_DIR, "country.mmdb") : null;
  return {
    ...result.data,
    ...(countryFile === null ? {} : { GEO_DATABASE: countryFile }),
    countryFile,
    BASE_URL,
    DASHBOARD_ORIGIN,
  };
}

/** Puts the content of `NAME_FILE` into `given`; the problem, if there is one. */
function takeFromFile(
  given: Record<string, string | undefined>,
  name: (typeof fileVariables)[number],
): string | null {
  const file = given[`${name}_FILE`];
  if (file === undefined) return null;
  if (given[name] !== undefined) return english("variableTwice", { name });
  try {
    given[name] = readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    return english("variableFileUnreadable", {
      name,
      file,
      code: String((error as NodeJS.ErrnoException).code),
    });
  }
  return given[name] === "" ? english("variableFileEmpty", { name, file }) : null;
}

/** These may have anything around their text: a secret as it is, the others trim it. */
const unwrapped =
  /^(?:OWNER_EMAIL|OIDC_(?!CLIENT_SECRET).*|DOMAINS|TRUSTED_PROXIES|API_CORS_ORIGINS|\w+_ALLOW_HOSTS)$/;
const secretsOfAnyText = /^(?:OWNER_PASSWORD|OIDC_CLIENT_SECRET)$/;

/**
 * Values with something around them that belongs to the file or the command that set them, such as
 * the line break at the end of a secret: what is wrong with them, without the value.
 */
function findWrapped(
  given: Readonly<Record<string, string | undefined>>,
): { name: string; text: string }[] {
  return Object.keys(variables.shape).flatMap((name) => {
    const wrap =
      Object.hasOwn(siteSchema.shape, name) || unwrapped.test(name)
        ? null
        : wrapOf(given[name] ?? "", secretsOfAnyText.test(name));
    return wrap === null ? [] : [{ name, text: `${name} ${english("mustBeUnwrapped", { wrap })}` }];
  });
}

function wrapOf(value: string, isAnyText: boolean): string | null {
  if (value.startsWith("\ufeff")) return english("wrapMark");
  if (/^[\r\n]/.test(value)) return english("wrapBreakBefore");
  if (/[\r\n]$/.test(value)) return english("wrapBreakAfter");
  if (isAnyText) return null;
  if (/^[\s\p{Cf}]/u.test(value)) return english("wrapSpaceBefore");
  if (/[\s\p{Cf}]$/u.test(value)) return english("wrapSpaceAfter");
  return /^(["'`\u2018\u201c]).*["'`\u2019\u201d]$/s.test(value) ? english("wrapQuotes") : null;
}

/** Every variable but those that a later one replaced. */
export const variableNames = Object.keys(variables.shape).filter(
  (name) => !Object.hasOwn(formerVariables, name),
);

/** Variables that look like ours but have no effect, one sentence for each. */
export function findIneffective(
  given: Readonly<Record<string, string | undefined>> = process.env,
): Sentence[] {
  const inEnvFile = given.SLUGLINE_ENV_NAMES?.split(",") ?? [];
  return findMisspelt(given, { known: variableNames, ofFiles: fileVariables, inEnvFile });
}

/** A token that is shorter can be guessed. */
const leastTokenLength = 24;

/** The tokens that are short enough to be guessed. */
export function findWeakTokens(
  given: Pick<Env, "API_TOKEN" | "METRICS_TOKEN"> = env(),
): ("API_TOKEN" | "METRICS_TOKEN")[] {
  return (["API_TOKEN", "METRICS_TOKEN"] as const).filter(
    (name) => (given[name]?.length ?? leastTokenLength) < leastTokenLength,
  );
}

/** The configuration that the process was started with. */
export function readEnv(): Env {
  return parseEnv(process.env);
}

/** The configuration of the service that this thread runs. */
export function env(): Env {
  return running().config;
}

/**
 * With PORT=0 the port, and therefore the default base URL, is known only once the server listens.
 */
export function settlePort(port: number): void {
  const { PORT, BASE_URL, DASHBOARD_ORIGIN } = env();
  const settled = (address: string) => (address === localUrl(PORT) ? localUrl(port) : address);
  Object.assign(env(), {
    PORT: port,
    BASE_URL: settled(BASE_URL),
    DASHBOARD_ORIGIN: settled(DASHBOARD_ORIGIN),
  });
}

/** Reads a header of a request, the forwarding ones as far as their sender is trusted. */
export type ReadHeader = (name: string) => string | null;

/**
 * The further host by which a request came, as DOMAINS lists it; null for every other host. A
 * trusted proxy may send that host in another header than `Host`.
 */
export function requestedDomain(header: ReadHeader): string | null {
  const { DOMAINS } = env();
  if (DOMAINS.size === 0) return null;
  for (const host of requestedHosts(header)) {
    const domain = DOMAINS.get(withoutPort(host));
    if (domain !== undefined) return domain;
  }
  return null;
}

/** What short links at this further host begin with: that of BASE_URL, unless DOMAINS lists it. */
export function originOf(domain: string | null | undefined): string {
  const { BASE_URL, DOMAINS } = env();
  return originFor(domain, BASE_URL, DOMAINS);
}

/**
 * Whether the dashboard may be opened at the requested host: at any that DOMAINS does not list,
 * unless it has an address of its own.
 */
export function isDashboardHost(header: ReadHeader): boolean {
  const { BASE_URL, DASHBOARD_ORIGIN } = env();
  if (requestedDomain(header) !== null) return false;
  return (
    DASHBOARD_ORIGIN === BASE_URL ||
    withoutUsualPort(header("host") ?? "") === withoutUsualPort(new URL(DASHBOARD_ORIGIN).host)
  );
}

/**
 * Where a client that asked at this host finds the API. Visitors need not learn where the dashboard
 * is.
 */
export function apiOrigin(header: ReadHeader): string {
  const { BASE_URL, DASHBOARD_ORIGIN } = env();
  return isDashboardHost(header) ? DASHBOARD_ORIGIN : BASE_URL;
}

/** Next sends its own requests, such as for the target of an action's redirect, to this origin. */
export function settleInnerOrigin(origin: string): void {
  process.env.__NEXT_PRIVATE_ORIGIN = origin;
}
