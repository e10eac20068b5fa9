import type pg from "pg";
import { parseDatabaseUrl } from "../core/database-url";
import {
  findRoute,
  identityOf,
  type Route,
  requireWritable,
  routesOf,
  severalHosts,
} from "./database-routes";
import { type ClientLimits, TimedClient, timeoutMessage } from "./timed-client";

/** What the connections of a service share. One that is opened for a single task has its own. */
export class Connections {
  /** The route of each URL that worked last. Forgotten when it fails. */
  readonly routes = new Map<string, Promise<Route>>();
  /** The server's processes for them. Behind a pooler their numbers mean nothing. */
  readonly sessions = new Set<number>();
}

export interface DatabaseClientConfig extends pg.ClientConfig, ClientLimits {
  url: string;
  connections?: Connections;
}

/**
 * A connection to a database URL with libpq's meaning of TLS modes and several hosts, which the
 * driver lacks. Where there is a choice, the routes are tried in order, and the one that worked is
 * used until it fails.
 */
export class DatabaseClient extends TimedClient {
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
    this.recordSession();
  }

  protected override open(): Promise<unknown> {
    return this.routes.length > 1 ? this.connectByRoute() : super.open();
  }

  private recordSession(): void {
    const own = this.connections.sessions;
    const id = () => (this as unknown as { processID: number }).processID;
    this.once("connect", () => own.add(id()));
    this.once("end", () => own.delete(id()));
  }

  private async connectByRoute(): Promise<void> {
    const route = await routeTo(this.url, this.routes, this.connections.routes);
    // The time limit is over, so a server that hangs would be waited for without end.
    if (this.isGivenUp) throw new Error(timeoutMessage);
    // The driver reads these when it connects.
    Object.assign(this, { host: route.host, port: route.port, ssl: route.ssl });
    Object.assign((this as unknown as { connection: object }).connection, { ssl: route.ssl });
    try {
      await super.open();
      if (severalHosts(this.routes)) await requireWritable((sql) => super.query(sql));
    } catch (error) {
      this.connections.routes.delete(this.url);
      void super.end().catch(() => {});
      throw error;
    }
  }
}

/** Opens a connection that the caller must end. */
export async function connectTo(
  url: string,
  options: pg.ClientConfig & ClientLimits = {},
): Promise<pg.Client> {
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
