/** The TLS modes of libpq (PostgreSQL documentation, "Protection Provided in Different Modes"). */
const sslModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
export type SslMode = (typeof sslModes)[number];

/** A server to try: a host name, an address, or the folder of a Unix socket. */
export interface DatabaseHost {
  host: string;
  port: number;
}

export interface DatabaseUrl {
  /** In the order in which they are tried. */
  hosts: DatabaseHost[];
  user: string | undefined;
  password: string | undefined;
  database: string | undefined;
  sslMode: SslMode;
  /** Files: the authority to trust, or `system`; this client's certificate and key. */
  rootCert: string | undefined;
  cert: string | undefined;
  key: string | undefined;
  keyPassword: string | undefined;
  directTls: boolean;
  /** The first schema of the search path: `?schema=`, as Prisma's tools write it. */
  schema: string | undefined;
  options: string | undefined;
  applicationName: string | undefined;
}

/** Completes "DATABASE_URL ...". */
export class DatabaseUrlError extends Error {
  override readonly name = "DatabaseUrlError";
}

const example = "postgresql://user:password@host:5432/database";
const defaultPort = 5432;
const pattern =
  /^postgres(?:ql)?:\/\/(?=.)(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?(?<hosts>[^@/?]*)(?:\/(?<database>[^?]*))?(?:\?(?<query>.*))?$/s;

/** Reads a connection URI as libpq does (PostgreSQL documentation, "Connection URIs"). Throws `DatabaseUrlError`. */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const parts = pattern.exec(text)?.groups;
  // An unencoded / in a password ends the host, and the rest looks like a database.
  if (!parts || parts.database?.includes("@")) throw new DatabaseUrlError(misreadReason(text));
  const query = readQuery(parts.query ?? "");
  const hosts = readHosts(parts.hosts ?? "", query);
  const sslMode = readSslMode(query);
  readTarget(query.get("target_session_attrs"));
  if (sslMode === "verify-ca" && !query.get("sslrootcert")) {
    throw new DatabaseUrlError(
      "has sslmode=verify-ca without sslrootcert: add the file of the authority, or use verify-full for a public certificate",
    );
  }
  if (Boolean(query.get("sslcert")) !== Boolean(query.get("sslkey"))) {
    throw new DatabaseUrlError("must name both sslcert and sslkey, or neither");
  }
  return {
    hosts,
    user: query.get("user") ?? decoded(parts.user, "user"),
    password: query.get("password") ?? decoded(parts.password, "password"),
    database: query.get("dbname") ?? decoded(parts.database, "database"),
    sslMode,
    rootCert: query.get("sslrootcert"),
    cert: query.get("sslcert"),
    key: query.get("sslkey"),
    keyPassword: query.get("sslpassword"),
    directTls: query.get("sslnegotiation") === "direct",
    schema: query.get("schema"),
    options: query.get("options"),
    applicationName: query.get("application_name"),
  };
}

/** The URL's host as shown to people, without credentials. */
export function shownHosts({ hosts }: DatabaseUrl): string {
  return hosts.map(({ host, port }) => `${host}${host.startsWith("/") ? "" : `:${port}`}`).join(", ");
}

function misreadReason(text: string): string {
  if (!/^postgres(ql)?:\/\/./.test(text)) return `must be an address such as ${example}`;
  return `cannot be read: in the user name and password, write special characters encoded, such as %40 for @, %2F for / and %25 for %; see ${example}`;
}

function readQuery(text: string): { get: (name: string) => string | undefined } {
  const values = new Map<string, string>();
  for (const part of text.split("&").filter(Boolean)) {
    const [name = "", value = ""] = part.split(/=(.*)/s, 2);
    values.set(name, decoded(value, name) ?? "");
  }
  return { get: (name) => values.get(name) || undefined };
}

function readHosts(authority: string, query: ReturnType<typeof readQuery>): DatabaseHost[] {
  const inAuthority = authority === "" ? [] : authority.split(",").map(splitPort);
  const given = query.get("hostaddr") ?? query.get("host");
  const names = given ? given.split(",") : inAuthority.map(({ host }) => host);
  const ports = query.get("port")?.split(",") ?? inAuthority.map(({ port }) => port);
  if (names.length === 0) names.push("localhost");
  if (ports.length > 1 && ports.length !== names.length) throw new DatabaseUrlError("must name one port, or one for each host");
  return names.map((name, index) => ({ host: name || "localhost", port: readPort(ports.length === 1 ? ports[0] : ports[index]) }));
}

function splitPort(part: string): { host: string; port: string } {
  const { host = "", port = "" } = /^(?<host>\[[^\]]*\]|[^:]*)(?::(?<port>.*))?$/.exec(part)?.groups ?? { host: part };
  return { host: decoded(host.replace(/^\[(.*)\]$/, "$1"), "host") ?? "", port: port ?? "" };
}

function readPort(text: string | undefined): number {
  if (!text) return defaultPort;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535)
    throw new DatabaseUrlError("has a port that is not a number from 1 to 65535 (encode special characters of the password, such as %3F for ?)");
  return port;
}

function readSslMode(query: ReturnType<typeof readQuery>): SslMode {
  const mode = query.get("sslmode");
  if (mode === undefined) return defaultSslMode(query);
  // The driver's own name for libpq's `require`.
  if (mode === "no-verify") return "require";
  const known = sslModes.find((name) => name === mode);
  if (!known) throw new DatabaseUrlError(`has sslmode=${mode}: it must be ${sslModes.slice(0, -1).join(", ")} or ${sslModes.at(-1)}`);
  // As in libpq: who names an authority wants it checked.
  return known === "require" && query.get("sslrootcert") ? "verify-ca" : known;
}

function defaultSslMode(query: ReturnType<typeof readQuery>): SslMode {
  if (/^(false|0)$/.test(query.get("ssl") ?? "")) return "disable";
  // Whoever names certificates or says `ssl=true` (the driver's own parameter) wants them checked.
  return query.get("sslrootcert") || query.get("sslcert") || query.get("ssl") ? "verify-full" : "prefer";
}

/** Slugline writes, so of several servers it always looks for one that accepts writes. */
function readTarget(attributes: string | undefined): void {
  if (attributes === undefined || ["any", "read-write", "primary"].includes(attributes)) return;
  throw new DatabaseUrlError(`has target_session_attrs=${attributes}: Slugline writes, so it must be read-write, primary or any`);
}

function decoded(text: string | undefined, name: string): string | undefined {
  if (!text) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new DatabaseUrlError(`has a ${name} that is not percent-encoded: write %25 for %`);
  }
}
