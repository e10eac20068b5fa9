import { resolve } from "node:path";
import { z } from "zod";
import { type Domains, withoutPort } from "../core/domain-origin";
import { emailSchema } from "../core/email";
import { noDomains, parseUrl } from "../core/hosts";
import { newPasswordSchema } from "../core/owner-schema";
import { edgePlatforms } from "../core/place";
import { findLoops, loopProblem, siteSchema, switched } from "../pages/site-schema";
import { english } from "../texts/say";
import {
  allowedHosts,
  connections,
  corsOrigins,
  domains,
  folder,
  host,
  hostWatch,
  mailFrom,
  origin,
  poolConnections,
  postgresUrl,
  proxies,
  replicaUrl,
  siteLogo,
  smtpUrl,
  token,
  updateCheck,
} from "./env-values";
import { findSignInProblems, signInVariables } from "./sign-in-variables";

/**
 * Before DATABASE_CONNECTIONS, each pool had a variable of its own. They are still read, for
 * servers that set them.
 */
export const formerVariables = {
  DATABASE_VISITOR_CONNECTIONS: poolConnections.optional(),
  DATABASE_OWNER_CONNECTIONS: poolConnections.optional(),
  DATABASE_STATISTICS_CONNECTIONS: poolConnections.optional(),
  DATABASE_MAINTENANCE_CONNECTIONS: poolConnections.optional(),
};

const onOrOff = z.enum(["on", "off"], { error: english("mustBeOnOrOff") });

const megabytes = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, english("mustBeMegabytes"))
  .transform(Number);

export const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, english("mustBePort"))
    .transform(Number)
    .refine((port) => port <= 65_535, english("mustBePort"))
    .default(3000),
  HOST: host.optional(),
  BASE_URL: origin.optional(),
  ROLE: z.enum(["all", "redirects", "dashboard"], { error: english("mustBeRole") }).default("all"),
  DASHBOARD_ORIGIN: origin.optional(),
  DOMAINS: domains.default(noDomains),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: replicaUrl.optional(),
  DATABASE_REPLICA_MAX_LAG: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, english("mustBeSeconds"))
    .transform(Number)
    .default(5),
  DATABASE_CONNECTIONS: connections.default(15),
  ...formerVariables,
  DATA_DIR: folder.default(() => resolve(".data")),
  API_TOKEN: token.optional(),
  METRICS_TOKEN: token.optional(),
  API_CORS_ORIGINS: corsOrigins.default(new Set()),
  SHLINK_API: onOrOff.default("off"),
  KUTT_API: onOrOff.default("off"),
  MCP: onOrOff.default("off"),
  OWNER_EMAIL: emailSchema.optional(),
  OWNER_PASSWORD: newPasswordSchema.optional(),
  DEMO_KEY: z
    .string()
    .regex(/^[\w-]{16,}$/, english("mustBeDemoKey"))
    .optional(),
  ...signInVariables,
  TRUSTED_PROXIES: proxies.default(["loopback", "linklocal", "uniquelocal"]),
  EDGE_PLATFORM: z
    .enum(["auto", ...edgePlatforms, "none"], {
      error: english("mustBePlatform", { platforms: edgePlatforms.join(", ") }),
    })
    .default("auto"),
  NOT_FOUND_LIMIT: z
    .string()
    .regex(/^\d{1,6}$/, english("mustBeRequests"))
    .transform(Number)
    .default(300),
  WRITE_LIMIT: z
    .string()
    .regex(/^\d{1,7}$/, english("mustBeWrites"))
    .transform(Number)
    .default(60_000),
  GEO_DATABASE: z
    .string()
    .transform((path) => (path === "country" ? path : resolve(path)))
    .optional(),
  COUNT_OWNERS: switched.default(true),
  REQUIRE_SECOND_FACTOR: z
    .enum(["off", "owners", "all"], { error: english("mustBeWhose") })
    .default("off"),
  RATE_LIMITS: onOrOff.default("on"),
  WORKERS: z
    .string()
    .regex(/^[1-9]\d?$/, english("mustBeWorkers"))
    .transform(Number)
    .default(1),
  JOURNAL_MAX_MB: megabytes.default(1024),
  LINK_CACHE_MB: megabytes.default(64),
  SCRAPE_ON_CREATE: switched.default(false),
  SCRAPE_ALLOW_HOSTS: allowedHosts.default(new Set()),
  MESSAGE_ALLOW_HOSTS: allowedHosts.default(new Set()),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  PREVIEW_RECHECK_HOURS: z
    .string()
    .regex(/^\d{1,4}$/, english("mustBeHours"))
    .transform(Number)
    .default(24),
  CLICK_RETENTION_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, english("mustBeRetention"))
    .transform(Number)
    .optional(),
  BACKUP_DIR: folder.optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, english("mustBeBackups"))
    .transform(Number)
    .default(7),
  ...siteSchema.shape,
  SITE_LOGO: siteLogo.optional(),
  UPDATE_CHECK: updateCheck.default("off"),
  HOST_WATCH: hostWatch.default("off"),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"], {
      error: english("mustBeLogLevel"),
    })
    .default("info"),
  ACCESS_LOG: z.enum(["off", "api", "all"], { error: english("mustBeAccessLog") }).default("off"),
});

/** Each needs the other one. */
const pairs = [
  ["OWNER_EMAIL", "OWNER_PASSWORD"],
  ["OWNER_PASSWORD", "OWNER_EMAIL"],
  ["SMTP_URL", "MAIL_FROM"],
] as const;

/** What they must fulfil together. */
export const schema = variables.superRefine((given, context) => {
  for (const [name, needed] of pairs) {
    if (given[name] === undefined || given[needed] !== undefined) continue;
    const message = english("isNeededBeside", { name });
    context.addIssue({ code: "custom", path: [needed], message });
  }
  for (const name of ["DATABASE_URL", "BASE_URL"] as const) {
    if (given.ROLE === "all" || given[name]) continue;
    context.addIssue({
      code: "custom",
      path: [name],
      message: english("isNeededWithRole", { role: given.ROLE }),
    });
  }
  if (given.DATABASE_REPLICA_URL && !given.DATABASE_URL) {
    context.addIssue({
      code: "custom",
      path: ["DATABASE_REPLICA_URL"],
      message: english("needsDatabase"),
    });
  }
  const { PORT, BASE_URL = localUrl(PORT), DASHBOARD_ORIGIN = BASE_URL } = given;
  if (
    DASHBOARD_ORIGIN !== BASE_URL &&
    new URL(DASHBOARD_ORIGIN).hostname === new URL(BASE_URL).hostname
  ) {
    const message = english("mustHaveOtherHost");
    context.addIssue({ code: "custom", path: ["DASHBOARD_ORIGIN"], message });
  }
  for (const message of findOwnHosts(given.DOMAINS, { BASE_URL, DASHBOARD_ORIGIN }))
    context.addIssue({ code: "custom", path: ["DOMAINS"], message });
  const own = { BASE_URL, DASHBOARD_ORIGIN, DOMAINS: given.DOMAINS, PORT };
  for (const [name, message] of findSignInProblems(given))
    context.addIssue({ code: "custom", path: [name], message });
  for (const name of findLoops(given, own))
    context.addIssue({ code: "custom", path: [name], message: loopProblem });
});

/** Why DOMAINS cannot list these hosts: the dashboard and its cookies are there. */
function findOwnHosts(domains: Domains, addresses: Readonly<Record<string, string>>): string[] {
  const hosts = new Map(
    Object.entries(addresses)
      .reverse()
      .map(([name, address]) => [withoutPort(parseUrl(address)?.host ?? ""), name]),
  );
  return [...hosts]
    .filter(([host]) => domains.has(host))
    .map(([host, name]) => english("mustNotListOwn", { host, name }));
}

/** The address without BASE_URL. */
export function localUrl(port: number): string {
  return `http://localhost:${port}`;
}
