import pg, { escapeIdentifier } from "pg";
import { env } from "../config/env";
import { ownCommand } from "../config/own-command";
import { type DatabaseUrl, parseDatabaseUrl, shownHosts } from "../core/database-url";
import { isNamed } from "../core/is-named";
import { isDatabaseUnavailable, sqlStateOf } from "./database-errors";
import { reasonOf } from "./database-routes";

/** The database cannot be used. The message says why and what to do. */
export class UnusableDatabaseError extends Error {
  override readonly name = "UnusableDatabaseError";
}

/** Quoted, for the commands. */
interface Names {
  role: string;
  database: string;
}

type Remedy = [RegExp, (url: DatabaseUrl, names: Names) => string];

/** SQL that a superuser has to run. */
const asSuperuser = (command: string) => `As a superuser, run: ${command}`;

const uncheckedTls = ({ rootCert }: DatabaseUrl) =>
  `sslmode=require${rootCert ? " without sslrootcert" : ""}`;

/**
 * Codes and messages of failed connections and statements, and what to change. The first match
 * counts.
 */
const remedies: readonly Remedy[] = [
  [
    /^28P01|password authentication failed/,
    () =>
      "Correct the user name and password in DATABASE_URL; write special characters encoded (%40 for @).",
  ],
  [
    /password must be a string|no password supplied/,
    () => "Add the password to DATABASE_URL: postgresql://user:password@host:5432/database.",
  ],
  [
    /valid client certificate|certificate authentication failed/,
    () => "Add this client's certificate to DATABASE_URL: sslcert=FILE&sslkey=FILE.",
  ],
  [
    /^28000.*no encryption/,
    () =>
      "The server demands TLS: remove sslmode=disable from DATABASE_URL, or use sslmode=require.",
  ],
  [/^28000.*not permitted to log in/, (_, { role }) => asSuperuser(`ALTER ROLE ${role} LOGIN;`)],
  [
    /^28000.*does not exist/,
    (_, { role }) =>
      `Correct the user name in DATABASE_URL. ${asSuperuser(`CREATE ROLE ${role} LOGIN PASSWORD '...';`)}`,
  ],
  [
    /^28000/,
    () =>
      "Use another role or database in DATABASE_URL, or allow this one in the server's pg_hba.conf.",
  ],
  [
    /^3D000/,
    (_, { role, database }) =>
      `Correct the database in DATABASE_URL. ${asSuperuser(`CREATE DATABASE ${database} OWNER ${role} ENCODING 'UTF8' TEMPLATE template0;`)}`,
  ],
  [
    /^55000.*accepting connections/,
    (_, { database }) => asSuperuser(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true;`),
  ],
  [
    /^42501.*for database/,
    (_, { role, database }) => asSuperuser(`GRANT CONNECT ON DATABASE ${database} TO ${role};`),
  ],
  [
    /^42501.*for (table|sequence|relation|view|function)/,
    () => "Set DATABASE_URL to the role that owns Slugline's tables.",
  ],
  [
    /^(22023|42501|42704|55P02).*parameter/,
    () => "Correct options= in DATABASE_URL, or the settings of the role.",
  ],
  [
    /^53300.*for role/,
    (_, { role }) =>
      `Other programs use them all. ${asSuperuser(`ALTER ROLE ${role} CONNECTION LIMIT -1;`)}`,
  ],
  [
    /^53300.*for database/,
    (_, { database }) =>
      `Other programs use them all. ${asSuperuser(`ALTER DATABASE ${database} CONNECTION LIMIT -1;`)}`,
  ],
  [
    /^53300/,
    () =>
      "Raise max_connections of the server or the connection limit of the role, or lower DATABASE_CONNECTIONS and WORKERS.",
  ],
  [
    /^(53100|53200)/,
    () => "Give the database server more room, or free what fills its disk or memory.",
  ],
  [/^57P03/, () => "The server is starting or stopping: try again in a moment."],
  ...(
    [
      ["57014.*statement timeout", "statement_timeout"],
      ["55P03", "lock_timeout"],
      ["25P03", "idle_in_transaction_session_timeout"],
      ["25P04", "transaction_timeout"],
      ["57P05", "idle_session_timeout"],
    ] as const
  ).map(
    ([code, setting]): Remedy => [
      new RegExp(`^${code}`),
      (_, { role, database }) =>
        `The ${setting} that is set for this role, database or server is too short. As this role or a superuser, run: ALTER ROLE ${role} IN DATABASE ${database} SET ${setting} = '60s';`,
    ],
  ),
  [/^(25006|.*accepts no writes)/, () => `Run ${ownCommand("npm run db:check")}, which says why.`],
  [
    /no server accepts writes/,
    () => "Start one of these servers, or name the one that accepts writes in DATABASE_URL.",
  ],
  [
    /does not support SSL/,
    () =>
      "Switch TLS on in the server (ssl = on), or use sslmode=prefer or disable in DATABASE_URL.",
  ],
  [
    /ALTNAME_INVALID|HOSTNAME_MISMATCH/,
    (url) =>
      `Use the host name that is in the server's certificate, or ${url.rootCert ? "sslmode=verify-ca" : uncheckedTls(url)}.`,
  ],
  [
    /CERT_HAS_EXPIRED/,
    (url) =>
      `Renew the server's certificate, or use ${uncheckedTls(url)}, which does not check it.`,
  ],
  [
    /CERT_NOT_YET_VALID/,
    (url) =>
      `Correct the clock of this machine, or use ${uncheckedTls(url)}, which does not check the certificate.`,
  ],
  [
    /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE|INVALID_CA/,
    (url) =>
      url.rootCert && url.rootCert !== "system"
        ? `The file in sslrootcert is not the authority that signed the server's certificate: name that one's, or use ${uncheckedTls(url)}.`
        : `The server's certificate is not signed by a known authority: name the authority's file with sslrootcert=FILE, or use ${uncheckedTls(url)}.`,
  ],
  [
    /^(CERT|CRL)_|INVALID_PURPOSE/,
    (url) =>
      `Replace the server's certificate, or use ${uncheckedTls(url)}, which does not check it.`,
  ],
  [
    /MISSING_PASSPHRASE|BAD_DECRYPT|bad decrypt/,
    () => "Add the password of the key to DATABASE_URL: sslpassword=PASSWORD.",
  ],
  [
    /KEY_VALUES_MISMATCH/,
    () => "The file in sslkey is not the key of the certificate in sslcert: name its own key.",
  ],
  [
    /^ENOENT.*\.s\.PGSQL/,
    () =>
      "There is no server at this Unix socket: correct host= and port in DATABASE_URL, or start Postgres.",
  ],
  [/^EACCES.*\.s\.PGSQL/, () => "Let this user enter the folder of the Unix socket."],
  [
    /^(ENOENT|EACCES|EISDIR|EPERM|ENOTDIR).*(open|read)/,
    () =>
      "Correct the file in sslrootcert, sslcert or sslkey of DATABASE_URL, or let this user read it.",
  ],
  [
    /^ERR_(OSSL|SSL|TLS|CRYPTO)|^EPROTO/,
    ({ directTls }) =>
      directTls
        ? "Remove sslnegotiation=direct from DATABASE_URL: it needs Postgres 17 or newer, with TLS."
        : "Check the files in sslrootcert, sslcert and sslkey of DATABASE_URL (PEM), and the TLS versions of the server.",
  ],
  [
    /^(ENOTFOUND|EAI_)/,
    () => "Correct the host name in DATABASE_URL, or the name server of this machine.",
  ],
  [
    /^(ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ECONNRESET|EADDRNOTAVAIL|EINVAL)|timeout|terminated|SSL connection|invalid response/,
    (url) =>
      `Is Postgres running and reachable at ${shownHosts(url)}? Start it, open its firewall, or correct the host and port in DATABASE_URL.`,
  ],
];

/** Why the database at `url` cannot be used and what to change, in one line. */
export function explainFailure(error: Error, url: string | undefined): string {
  const reason = reasonOf(error).replace(/\s+/g, " ").trim();
  const { DATABASE_URL } = env();
  // The other one is ours, and has a log.
  if (url === undefined || url !== DATABASE_URL)
    return `The embedded Postgres cannot be used: ${reason}`;
  const fault = `The database at DATABASE_URL cannot be used: ${reason}`;
  const code = sqlStateOf(error) ?? (error as NodeJS.ErrnoException).code ?? "";
  const remedy = remedies.find(([pattern]) => pattern.test(`${code} ${reason}`))?.[1];
  const parsed = parseDatabaseUrl(url);
  return remedy ? `${fault.replace(/\.$/, "")}. ${remedy(parsed, namesOf(parsed))}` : fault;
}

/**
 * As the driver completes them: without a user it takes that of the system, without a database the
 * user's name.
 */
function namesOf({ user, database }: DatabaseUrl): Names {
  const client = new pg.Client({
    ...(user !== undefined && { user }),
    ...(database !== undefined && { database }),
  });
  return {
    role: escapeIdentifier(client.user ?? ""),
    database: escapeIdentifier(client.database ?? ""),
  };
}

/** Runs `work`, which connects to `url`, and explains why it could not. */
export async function explained<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || isNamed<UnusableDatabaseError>(error, "UnusableDatabaseError"))
      throw error;
    throw new UnusableDatabaseError(explainFailure(error, url), { cause: error });
  }
}

/** For failures after the database could be used at first. */
export function isFromDatabase(error: Error): boolean {
  return isDatabaseUnavailable(error) || sqlStateOf(error) !== null || "severity" in error;
}
