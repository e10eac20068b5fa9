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
  if (decodePercent(text) === null) refuse("has a % that encodes nothing: write %25 for %");
  // URL knows one host at most, and takes + for a space.
  const { username, password, searchParams } = new URL(
    `postgresql://${login}host${query.replaceAll("+", "%2B")}`.replaceAll("#", "%23"),
  );
  const given: Given = (name) => searchParams.get(name) || undefined;
  const sslMode = readSslMode(given);
  readTarget(given("target_session_attrs"));
  if (sslMode === "verify-ca" && !given("sslrootcert")) {
    refuse(
      "has sslmode=verify-ca without sslrootcert: add the file of the authority, or use verify-full for a public certificate",
    );
  }
  if (Boolean(given("sslcert")) !== Boolean(given("sslkey")))
    refuse("must name both sslcert and sslkey, or neither");
  const parts = {
    user: given("user") ?? decoded(username),
    password: given("password") ?? decoded(password),
    database: given("dbname") ?? decoded(database),
  };
  for (const [part, value = ""] of Object.entries(parts))
    if (/\p{Cc}/u.test(value))
      refuse(`has a control character, such as a line break, in its ${part}: remove it`);
  const found = readHosts(hosts, given);
  // The folder of a socket may have any name.
  if (found.some(({ host }) => !host.startsWith("/") && /[\s\p{Cc}"'`<>\\]/u.test(host)))
    refuse("has a host with white space or quotation marks: remove them");
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
  if (!/^postgres(ql)?:\/\/./.test(text)) return `must be an address such as ${example}`;
  return `cannot be read: in the user name and password, write special characters encoded, such as %40 for @, %2F for / and %25 for %; see ${example}`;
}

/** The value of a query parameter, unless it is empty. */
type Given = (name: string) => string | undefined;

function readHosts(authority: string, given: Given): DatabaseHost[] {
  const inAuthority = authority === "" ? [] : authority.split(",").map(splitPort);
  const names =
    (given("hostaddr") ?? given("host"))?.split(",") ?? inAuthority.map(({ host }) => host);
  const ports = given("port")?.split(",") ?? inAuthority.map(({ port }) => port);
  if (names.length === 0) names.push("localhost");
  if (ports.length > 1 && ports.length !== names.length)
    refuse("must name one port, or one for each host");
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
  if (port < 1 || port > 65_535)
    refuse(
      "has a port that is not a number from 1 to 65535 (encode special characters of the password, such as %3F for ?)",
    );
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
      `has sslmode=${mode}: it must be ${sslModes.slice(0, -1).join(", ")} or ${sslModes.at(-1)}`,
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
  refuse(
    `has target_session_attrs=${attributes}: Slugline writes, so it must be read-write, primary or any`,
  );
}

function decoded(text: string): string | undefined {
  return decodeURIComponent(text) || undefined;
}

function refuse(reason: string): never {
  throw new DatabaseUrlError(reason);
}
