import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { findMisspelt } from "../core/misspelt";
import { emailSchema, newPasswordSchema } from "../core/owner-schema";
import { edgePlatforms } from "../core/place";
import { findLoops, loopProblem, siteSchema, switched, withoutUsualPort } from "../pages/site-settings";
import {
  allowedHosts,
  connections,
  corsOrigins,
  origin,
  poolConnections,
  postgresUrl,
  proxies,
  replicaUrl,
  siteLogo,
  token,
  updateCheck,
} from "./env-values";
import { running } from "./running";

/** Before DATABASE_CONNECTIONS, each pool had a variable of its own. They are still read, for servers that set them. */
const formerVariables = {
  DATABASE_VISITOR_CONNECTIONS: poolConnections.optional(),
  DATABASE_OWNER_CONNECTIONS: poolConnections.optional(),
  DATABASE_STATISTICS_CONNECTIONS: poolConnections.optional(),
  DATABASE_MAINTENANCE_CONNECTIONS: poolConnections.optional(),
};

const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a port number from 0 to 65535 (0 = any free port)")
    .transform(Number)
    .refine((port) => port <= 65_535, "must be a port number from 0 to 65535 (0 = any free port)")
    .default(3000),
  HOST: z.string().optional(),
  BASE_URL: origin.optional(),
  ROLE: z.enum(["all", "redirects", "dashboard"], { error: "must be all, redirects or dashboard" }).default("all"),
  DASHBOARD_ORIGIN: origin.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: replicaUrl.optional(),
  DATABASE_REPLICA_MAX_LAG: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "must be a whole number of seconds, 1 or more")
    .transform(Number)
    .default(5),
  DATABASE_CONNECTIONS: connections.default(15),
  ...formerVariables,
  DATA_DIR: z
    .string()
    .default(".data")
    .transform((path) => resolve(path)),
  API_TOKEN: token.optional(),
  METRICS_TOKEN: token.optional(),
  API_CORS_ORIGINS: corsOrigins.default(new Set()),
  OWNER_EMAIL: emailSchema.optional(),
  OWNER_PASSWORD: newPasswordSchema.optional(),
  DEMO_KEY: z
    .string()
    .regex(/^[\w-]{16,}$/, "must be 16 or more letters, digits, - and _")
    .optional(),
  TRUSTED_PROXIES: proxies.default(["loopback", "linklocal", "uniquelocal"]),
  EDGE_PLATFORM: z.enum(["auto", ...edgePlatforms, "none"], { error: `must be auto, ${edgePlatforms.join(", ")} or none` }).default("auto"),
  NOT_FOUND_LIMIT: z
    .string()
    .regex(/^\d{1,6}$/, "must be a whole number of requests a minute from 0 (no limit) to 999999")
    .transform(Number)
    .default(300),
  WRITE_LIMIT: z
    .string()
    .regex(/^\d{1,7}$/, "must be a whole number of writes a minute from 0 (no limit) to 9999999")
    .transform(Number)
    .default(60_000),
  GEO_DATABASE: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  COUNT_OWNERS: switched.default(true),
  RATE_LIMITS: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  WORKERS: z
    .string()
    .regex(/^[1-9]\d?$/, "must be a whole number from 1 to 99")
    .transform(Number)
    .default(1),
  JOURNAL_MAX_MB: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, "must be a whole number of megabytes, 1 or more")
    .transform(Number)
    .default(1024),
  SCRAPE_ON_CREATE: switched.default(false),
  SCRAPE_ALLOW_HOSTS: allowedHosts.default(new Set()),
  PREVIEW_RECHECK_HOURS: z
    .string()
    .regex(/^\d{1,4}$/, "must be a whole number of hours from 0 (never) to 9999")
    .transform(Number)
    .default(24),
  CLICK_RETENTION_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, "must be a whole number of days, 1 or more")
    .transform(Number)
    .optional(),
  BACKUP_DIR: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "must be a whole number of daily backups, 1 or more")
    .transform(Number)
    .default(7),
  ...siteSchema.shape,
  SITE_LOGO: siteLogo.optional(),
  UPDATE_CHECK: updateCheck.default("off"),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"], { error: "must be debug, info, warn, error or silent" }).default("info"),
  ACCESS_LOG: z.enum(["off", "api", "all"], { error: "must be off, api or all" }).default("off"),
});

const schema = variables.superRefine(({ OWNER_EMAIL, OWNER_PASSWORD, ...others }, context) => {
  if (OWNER_EMAIL && !OWNER_PASSWORD) context.addIssue({ code: "custom", path: ["OWNER_PASSWORD"], message: "is needed beside OWNER_EMAIL" });
  if (OWNER_PASSWORD && !OWNER_EMAIL) context.addIssue({ code: "custom", path: ["OWNER_EMAIL"], message: "is needed beside OWNER_PASSWORD" });
  for (const name of ["DATABASE_URL", "BASE_URL"] as const) {
    if (others.ROLE === "all" || others[name]) continue;
    context.addIssue({ code: "custom", path: [name], message: `is needed with ROLE=${others.ROLE}: it is the one that all instances share` });
  }
  if (others.DATABASE_REPLICA_URL && !others.DATABASE_URL) {
    context.addIssue({ code: "custom", path: ["DATABASE_REPLICA_URL"], message: "needs DATABASE_URL: the server that it is a replica of" });
  }
  const { PORT, BASE_URL = localUrl(PORT), DASHBOARD_ORIGIN = BASE_URL } = others;
  if (DASHBOARD_ORIGIN !== BASE_URL && new URL(DASHBOARD_ORIGIN).hostname === new URL(BASE_URL).hostname) {
    const message = "must have another host name than BASE_URL: cookies are for all ports and schemes of a host";
    context.addIssue({ code: "custom", path: ["DASHBOARD_ORIGIN"], message });
  }
  const own = { BASE_URL, DASHBOARD_ORIGIN, PORT };
  for (const name of findLoops(others, own)) context.addIssue({ code: "custom", path: [name], message: loopProblem });
});

/** Both addresses are known: unless it has one of its own, the dashboard is where short links are. */
type Addresses = Record<"BASE_URL" | "DASHBOARD_ORIGIN", string>;

export type Env = Omit<z.output<typeof schema>, keyof Addresses> & Addresses;

export class EnvError extends Error {
  override readonly name = "EnvError";
}

/** Secrets that may stand in a file, as container platforms hand them over. */
export const fileVariables = ["API_TOKEN", "DATABASE_URL", "DATABASE_REPLICA_URL", "METRICS_TOKEN", "OWNER_PASSWORD"] as const;

/**
 * Parses environment variables. An empty variable counts as unset, and `NAME_FILE` names a file with the value of a secret.
 * Throws `EnvError` with all problems at once.
 */
export function parseEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""));
  const problems = fileVariables.flatMap((name) => takeFromFile(given, name) ?? []);
  const result = schema.safeParse(given);
  if (!result.success || problems.length > 0) {
    // What the schema says about a variable whose file could not be read would only repeat that.
    const others = result.error?.issues.filter(({ path }) => !problems.some((problem) => problem.startsWith(`${path.join(".")}_FILE`))) ?? [];
    const lines = [...problems, ...others.map((issue) => `${issue.path.join(".")} ${issue.message}`)].map((line) => `  ${line}`);
    throw new EnvError(`Invalid environment variables (see .env.example):\n${lines.join("\n")}`);
  }
  const { BASE_URL = localUrl(result.data.PORT), DASHBOARD_ORIGIN = BASE_URL } = result.data;
  return { ...result.data, BASE_URL, DASHBOARD_ORIGIN };
}

/** Puts the content of `NAME_FILE` into `given`; the problem, if there is one. */
function takeFromFile(given: Record<string, string | undefined>, name: (typeof fileVariables)[number]): string | null {
  const file = given[`${name}_FILE`];
  if (file === undefined) return null;
  if (given[name] !== undefined) return `${name}_FILE and ${name} are both set: remove one`;
  try {
    given[name] = readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    return `${name}_FILE names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}): correct the path, or let this user read it`;
  }
  return given[name] === "" ? `${name}_FILE names ${file}, which is empty: write the value into it` : null;
}

/** Every variable but those that a later one replaced. */
export const variableNames = Object.keys(variables.shape).filter((name) => !Object.hasOwn(formerVariables, name));

/** Variables that look like ours but have no effect, one sentence for each. */
export function findIneffective(given: Readonly<Record<string, string | undefined>> = process.env): string[] {
  return findMisspelt(given, { known: variableNames, ofFiles: fileVariables });
}

/** A token that is shorter can be guessed. */
const leastTokenLength = 24;

/** The tokens that are short enough to be guessed. */
export function findWeakTokens(given: Pick<Env, "API_TOKEN" | "METRICS_TOKEN"> = env()): ("API_TOKEN" | "METRICS_TOKEN")[] {
  return (["API_TOKEN", "METRICS_TOKEN"] as const).filter((name) => (given[name]?.length ?? leastTokenLength) < leastTokenLength);
}

/** The configuration that the process was started with. */
export function readEnv(): Env {
  return parseEnv(process.env);
}

/** The configuration of the service that this thread runs. */
export function env(): Env {
  return running().config;
}

/** With PORT=0 the port, and therefore the default base URL, is known only once the server listens. */
export function settlePort(port: number): void {
  const { PORT, BASE_URL, DASHBOARD_ORIGIN } = env();
  const settled = (address: string) => (address === localUrl(PORT) ? localUrl(port) : address);
  Object.assign(env(), { PORT: port, BASE_URL: settled(BASE_URL), DASHBOARD_ORIGIN: settled(DASHBOARD_ORIGIN) });
}

/** Whether the dashboard may be opened at this host (the Host header): at any, unless it has an address of its own. */
export function isDashboardHost(host: string | null | undefined): boolean {
  const { BASE_URL, DASHBOARD_ORIGIN } = env();
  return DASHBOARD_ORIGIN === BASE_URL || withoutUsualPort(host ?? "") === withoutUsualPort(new URL(DASHBOARD_ORIGIN).host);
}

/** Where a client that asked at this host finds the API. Visitors need not learn where the dashboard is. */
export function apiOrigin(host: string | null): string {
  const { BASE_URL, DASHBOARD_ORIGIN } = env();
  return isDashboardHost(host) ? DASHBOARD_ORIGIN : BASE_URL;
}

function localUrl(port: number): string {
  return `http://localhost:${port}`;
}

/** Next renders the target of an action's redirect through this origin. Direct access does not depend on how clients reach the public server. */
export function settleInnerOrigin(origin: string): void {
  process.env.__NEXT_PRIVATE_ORIGIN = origin;
}
