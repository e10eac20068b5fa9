import { readFileSync } from "node:fs";
import type pg from "pg";
import type { DatabaseHost, DatabaseUrl } from "../core/database-url";
import { withDeadline } from "../core/deadline";
import { TimedClient } from "./timed-client";

type Tls = Exclude<pg.ClientConfig["ssl"], undefined>;

/** One way to reach the database: a server, with or without TLS. */
export interface Route extends DatabaseHost {
  ssl: Tls;
}

/** How long one route is tried while another one is left. */
const probeMs = 2_000;

/** Thrown if no route works: what the URL's servers answered, one reason for each. */
class NoServerError extends Error {
  override readonly name = "NoServerError";
}

export async function findRoute(parsed: DatabaseUrl, routes: Route[]): Promise<Route> {
  const failures: { route: Route; error: Error }[] = [];
  for (const route of routes) {
    const before = failures.at(-1);
    if (before && isSameServer(before.route, route) && !isAboutTls(before.error)) continue;
    const client = new TimedClient({
      ...identityOf(parsed),
      ...route,
      connectMs: probeMs,
      silenceMs: probeMs,
    });
    try {
      await client.connect();
      if (severalHosts(routes)) await requireWritable((sql) => client.query(sql));
      return route;
    } catch (error) {
      failures.push({ route, error: error as Error });
      if (isFinal(error as Error)) break;
    } finally {
      // Before the caller connects, which would be one connection too many.
      await withDeadline(client.end(), probeMs).catch(() => {});
    }
  }
  throw worthReporting(failures, severalHosts(routes));
}

/**
 * The server may accept the connection with the other choice of TLS: it has none, demands it, or
 * its certificate is broken.
 */
function isAboutTls({ code, message }: NodeJS.ErrnoException): boolean {
  return code === "28000" || /SSL|TLS|CERT/i.test(`${code} ${message}`);
}

/** Another route would not help: the password, role or database is wrong. */
function isFinal({ code }: NodeJS.ErrnoException): boolean {
  return ["28P01", "3D000"].includes(code ?? "");
}

/** With one host, what the server said about the role explains more than that it has no TLS. */
function worthReporting(
  failures: { route: Route; error: Error }[],
  hasSeveralHosts: boolean,
): Error {
  const last = failures.at(-1)?.error ?? new Error("no host");
  if (isFinal(last)) return last;
  if (!hasSeveralHosts)
    return (
      failures.find(({ error }) =>
        /^(?=.*\d)[0-9A-Z]{5}$/.test((error as NodeJS.ErrnoException).code ?? ""),
      )?.error ?? last
    );
  const reasons = new Map(
    failures.map(({ route, error }) => [`${route.host}:${route.port}`, reasonOf(error)]),
  );
  return new NoServerError(
    `no server accepts writes (${[...reasons].map(([host, reason]) => `${host}: ${reason}`).join("; ")})`,
    { cause: last },
  );
}

export function reasonOf(error: Error): string {
  const inner =
    error instanceof AggregateError
      ? error.errors.map((each: Error) => each.message).join("; ")
      : error.message;
  return inner || (error as NodeJS.ErrnoException).code || "it did not answer";
}

export function severalHosts(routes: Route[]): boolean {
  return routes.some((route) => routes[0] && !isSameServer(route, routes[0]));
}

function isSameServer(one: Route, other: Route): boolean {
  return one.host === other.host && one.port === other.port;
}

/** Of several servers only one is the primary. */
export async function requireWritable(
  query: (sql: string) => Promise<pg.QueryResult>,
): Promise<void> {
  const { rows } = await query(
    "SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::bool AS \"isReadOnly\"",
  );
  if (rows[0]?.isReadOnly) throw new NoServerError("it is read-only");
}

export function identityOf({
  user,
  password,
  database,
  options,
  applicationName,
  directTls,
}: DatabaseUrl): pg.ClientConfig {
  return {
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    ...(options !== undefined && { options }),
    application_name: applicationName ?? "slugline",
    ...(directTls && { sslnegotiation: "direct" }),
  };
}

export function routesOf(parsed: DatabaseUrl): Route[] {
  const tls = tlsOf(parsed);
  const modes: Record<DatabaseUrl["sslMode"], Tls[]> = {
    disable: [false],
    allow: [false, tls],
    prefer: [tls, false],
    require: [tls],
    "verify-ca": [tls],
    "verify-full": [tls],
  };
  return parsed.hosts.flatMap((host) => {
    // Postgres has no TLS on Unix sockets.
    const ways = host.host.startsWith("/") ? [false] : modes[parsed.sslMode];
    return ways.map((ssl) => ({ ...host, ssl }));
  });
}

/** The driver's name for each mode's checks; `verify-ca` accepts any host name. */
function tlsOf({ sslMode, rootCert, cert, key, keyPassword }: DatabaseUrl): Tls {
  if (sslMode === "disable") return false;
  return {
    rejectUnauthorized: sslMode === "verify-ca" || sslMode === "verify-full",
    ...(sslMode === "verify-ca" && { checkServerIdentity: () => undefined }),
    ...(rootCert && rootCert !== "system" && { ca: readFileSync(rootCert, "utf8") }),
    ...(cert && { cert: readFileSync(cert, "utf8") }),
    ...(key && { key: readFileSync(key, "utf8") }),
    ...(keyPassword && { passphrase: keyPassword }),
  };
}
