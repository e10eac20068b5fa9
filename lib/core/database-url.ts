import { english } from "../texts/say";
import { decodePercent } from "./decode";

/** The TLS modes of libpq (PostgreSQL documentation, "Protection Provided in Different Modes"). */
const sslModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
type SslMode = (typeof sslModes)[number];

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
class DatabaseUrlError extends Error {
  override readonly name = "DatabaseUrlError";
}

const example = "postgresql://user:password@host:5432/database";
const defaultPort = 5432;
const pattern =
  /^postgres(?:ql)?:\/\/(?=.)(?<login>[^@/?]*@)?(?<hosts>[^@/?]*)(?:\/(?<database>[^@?]*))?(?<query>\?.*)?$/s;

/**
 * Reads a connection URI as libpq does (PostgreSQL documentation, "Connection URIs"). Throws
 * `DatabaseUrlError`.
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  // An unencoded / in a password ends the host, and the rest looks like a database.
  const {
    login = "",
    hosts = "",
    database = "",
    query = "",
  } = pattern.exec(text)?.groups ?? refuse(misreadReason(text));
  if (decodePercent(text) === null) refuse(english("hasLonePercent"));
  // URL knows one host at most, and takes + for a space.
  const { username, password, searchParams } = new URL(
    `postgresql://${login}host${query.replaceAll("+", "%2B")}`.replaceAll("#", "%23"),
  );
  const given: Given = (name) => searchParams.get(name) || undefined;
  const sslMode = readSslMode(given);
  readTarget(given("target_session_attrs"));
  if (sslMode === "verify-ca" && !given("sslrootcert")) {
    refuse(english("hasNoRootCert"));
  }
  if (Boolean(given("sslcert")) !== Boolean(given("sslkey"))) refuse(english("mustNameBothFiles"));
  const parts = {
    user: given("user") ?? decoded(username),
    password: given("password") ?? decoded(password),
    database: given("dbname") ?? decoded(database),
  };
  for (const [part, value = ""] of Object.entries(parts))
    if (/\p{Cc}/u.test(value)) refuse(english("hasControlIn", { part }));
  const found = readHosts(hosts, given);
  // The folder of a socket may have any name.
  if (found.some(({ host }) => !host.startsWith("/") && /[\s\p{Cc}"'`<>\\]/u.test(host)))
    refuse(english("hasWrappedHost"));
  return {
    hosts: found,
    ...parts,
    sslMode,
    rootCert: given("sslrootcert"),
    cert: given("sslcert"),
    key: given("sslkey"),
    keyPassword: given("sslpassword"),
    directTls: given("sslnegotiation") === "direct",
    schema: given("schema"),
    options: given("options"),
    applicationName: given("application_name"),
  };
}

/** The URL's host as shown to people, without credentials. */
export function shownHosts({ hosts }: DatabaseUrl): string {
  return hosts
    .map(({ host, port }) => `${host}${host.startsWith("/") ? "" : `:${port}`}`)
    .join(", ");
}

function misreadReason(text: string): string {
  if (!/^postgres(ql)?:\/\/./.test(text)) return english("mustBeDatabaseAddress", { example });
  return english("databaseAddressUnreadable", { place: example });
}

/** The value of a query parameter, unless it is empty. */
type Given = (name: string) => string | undefined;

function readHosts(authority: string, given: Given): DatabaseHost[] {
  const inAuthority = authority === "" ? [] : authority.split(",").map(splitPort);
  const names =
    (given("hostaddr") ?? given("host"))?.split(",") ?? inAuthority.map(({ host }) => host);
  const ports = given("port")?.split(",") ?? inAuthority.map(({ port }) => port);
  if (names.length === 0) names.push("localhost");
  if (ports.length > 1 && ports.length !== names.length) refuse(english("mustNamePorts"));
  return names.map((name, index) => ({
    host: name || "localhost",
    port: readPort(ports.length === 1 ? ports[0] : ports[index]),
  }));
}

function splitPort(part: string): { host: string; port: string } {
  const { host = "", port = "" } = /^(?<host>\[[^\]]*\]|[^:]*)(?::(?<port>.*))?$/.exec(part)
    ?.groups ?? { host: part };
  return { host: decodeURIComponent(host.replace(/^\[(.*)\]$/, "$1")), port };
}

function readPort(text: string | undefined): number {
  if (!text) return defaultPort;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) refuse(english("hasOddPort"));
  return port;
}

function readSslMode(given: Given): SslMode {
  const mode = given("sslmode");
  if (mode === undefined) return defaultSslMode(given);
  // The driver's own name for libpq's `require`.
  if (mode === "no-verify") return "require";
  const known = sslModes.find((name) => name === mode);
  if (!known)
    return refuse(
      english("hasSslMode", {
        mode,
        modes: sslModes.slice(0, -1).join(", "),
        last: String(sslModes.at(-1)),
      }),
    );
  // As in libpq: who names an authority wants it checked.
  return known === "require" && given("sslrootcert") ? "verify-ca" : known;
}

function defaultSslMode(given: Given): SslMode {
  if (/^(false|0)$/.test(given("ssl") ?? "")) return "disable";
  // Whoever names certificates or says `ssl=true` (the driver's own parameter) wants them checked.
  return given("sslrootcert") || given("sslcert") || given("ssl") ? "verify-full" : "prefer";
}

/** Slugline writes, so of several servers it always looks for one that accepts writes. */
function readTarget(attributes: string | undefined): void {
  if (attributes === undefined || ["any", "read-write", "primary"].includes(attributes)) return;
  refuse(english("hasSessionTarget", { value: attributes }));
}

function decoded(text: string): string | undefined {
  return decodeURIComponent(text) || undefined;
}

function refuse(reason: string): never {
  throw new DatabaseUrlError(reason);
}
