import { readFileSync } from "node:fs";
import pg from "pg";
import { running } from "../config/running";
import { type DatabaseHost, type DatabaseUrl, parseDatabaseUrl } from "../core/database-url";
import { withDeadline } from "../core/deadline";

type Tls = Exclude<pg.ClientConfig["ssl"], undefined>;

/** One way to reach the database: a server, with or without TLS. */
interface Route extends DatabaseHost {
  ssl: Tls;
}

/** How long one route is tried while another one is left. */
const probeMs = 2_000;

/** What the connections of a service share. One that is opened for a single task has its own. */
export class Connections {
  /** The route of each URL that worked last. Forgotten when it fails. */
  readonly routes = new Map<string, Promise<Route>>();
  /** The server's processes for them. Behind a pooler their numbers mean nothing. */
  readonly sessions = new Set<number>();
}

/** Those of the service that this thread runs. */
export function ownConnections(): Connections {
  return running().database.connections;
}

/** Thrown if no route works: what the URL's servers answered, one reason for each. */
export class NoServerError extends Error {
  override readonly name = "NoServerError";
}

export interface DatabaseClientConfig extends pg.ClientConfig {
  url: string;
  connections?: Connections;
}

/**
 * A connection to a database URL with libpq's meaning of TLS modes and several hosts, which the driver lacks. Where there is
 * a choice, the routes are tried in order, and the one that worked is used until it fails.
 */
export class DatabaseClient extends pg.Client {
  private readonly url: string;
  private readonly routes: Route[];
  private readonly connections: Connections;

  constructor({ url, connections = new Connections(), ...options }: DatabaseClientConfig) {
    const parsed = parseDatabaseUrl(url);
    const routes = routesOf(parsed);
    super({ ...options, ...identityOf(parsed), ...routes[0] });
    this.url = url;
    this.routes = routes;
    this.connections = connections;
    // An idle connection may end; the next query then reports it.
    this.on("error", () => {});
    this.recordSession();
    if (routes.length > 1) {
      this.connect = ((callback?: (error?: unknown) => void) => {
        const connected = this.connectByRoute();
        if (!callback) return connected;
        connected.then(() => callback(), callback);
      }) as pg.Client["connect"];
    }
  }

  private recordSession(): void {
    const own = this.connections.sessions;
    const id = () => (this as unknown as { processID: number }).processID;
    this.once("connect", () => own.add(id()));
    this.once("end", () => own.delete(id()));
  }

  private async connectByRoute(): Promise<this> {
    const route = await routeTo(this.url, this.routes, this.connections.routes);
    // The driver reads these when it connects.
    Object.assign(this, { host: route.host, port: route.port, ssl: route.ssl });
    Object.assign((this as unknown as { connection: object }).connection, { ssl: route.ssl });
    try {
      await super.connect();
      if (severalHosts(this.routes)) await requireWritable((sql) => super.query(sql));
      return this;
    } catch (error) {
      this.connections.routes.delete(this.url);
      void super.end().catch(() => {});
      throw error;
    }
  }
}

/** Opens a connection that the caller must end. */
export async function connectTo(url: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new DatabaseClient({ ...options, url });
  await client.connect();
  return client;
}

/** Callers that need the same route at the same time share one search. */
function routeTo(url: string, routes: Route[], routeOfUrl: Connections["routes"]): Promise<Route> {
  let found = routeOfUrl.get(url);
  if (!found) {
    found = findRoute(parseDatabaseUrl(url), routes);
    routeOfUrl.set(url, found);
    found.catch(() => routeOfUrl.delete(url));
  }
  return found;
}

async function findRoute(parsed: DatabaseUrl, routes: Route[]): Promise<Route> {
  const failures: { route: Route; error: Error }[] = [];
  for (const route of routes) {
    const before = failures.at(-1);
    if (before && isSameServer(before.route, route) && !isAboutTls(before.error)) continue;
    const client = new pg.Client({ ...identityOf(parsed), ...route, connectionTimeoutMillis: probeMs, query_timeout: probeMs });
    client.on("error", () => {});
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

/** The server may accept the connection with the other choice of TLS: it has none, demands it, or its certificate is broken. */
function isAboutTls({ code, message }: NodeJS.ErrnoException): boolean {
  return code === "28000" || /SSL|TLS|CERT/i.test(`${code} ${message}`);
}

/** Another route would not help: the password, role or database is wrong. */
function isFinal({ code }: NodeJS.ErrnoException): boolean {
  return ["28P01", "3D000"].includes(code ?? "");
}

/** With one host, what the server said about the role explains more than that it has no TLS. */
function worthReporting(failures: { route: Route; error: Error }[], hasSeveralHosts: boolean): Error {
  const last = failures.at(-1)?.error ?? new Error("no host");
  if (isFinal(last)) return last;
  if (!hasSeveralHosts) return failures.find(({ error }) => /^(?=.*\d)[0-9A-Z]{5}$/.test((error as NodeJS.ErrnoException).code ?? ""))?.error ?? last;
  const reasons = new Map(failures.map(({ route, error }) => [`${route.host}:${route.port}`, reasonOf(error)]));
  return new NoServerError(`no server accepts writes (${[...reasons].map(([host, reason]) => `${host}: ${reason}`).join("; ")})`);
}

export function reasonOf(error: Error): string {
  const inner = error instanceof AggregateError ? error.errors.map((each: Error) => each.message).join("; ") : error.message;
  return inner || (error as NodeJS.ErrnoException).code || "it did not answer";
}

function severalHosts(routes: Route[]): boolean {
  return routes.some((route) => routes[0] && !isSameServer(route, routes[0]));
}

function isSameServer(one: Route, other: Route): boolean {
  return one.host === other.host && one.port === other.port;
}

/** Of several servers only one is the primary. */
async function requireWritable(query: (sql: string) => Promise<pg.QueryResult>): Promise<void> {
  const { rows } = await query("SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::bool AS \"isReadOnly\"");
  if (rows[0]?.isReadOnly) throw new NoServerError("it is read-only");
}

function identityOf({ user, password, database, options, applicationName, directTls }: DatabaseUrl): pg.ClientConfig {
  return {
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    ...(options !== undefined && { options }),
    application_name: applicationName ?? "slugline",
    ...(directTls && { sslnegotiation: "direct" }),
  };
}

function routesOf(parsed: DatabaseUrl): Route[] {
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
