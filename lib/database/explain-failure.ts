import pg, { escapeIdentifier } from "pg";
import { ownCommand } from "../config/own-command";
import { type DatabaseUrl, parseDatabaseUrl, shownHosts } from "../core/database-url";
import { isNamed } from "../core/errors";
import { english } from "../texts/say";
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
const asSuperuser = (command: string) => english("asSuperuser", { command });

const uncheckedTls = ({ rootCert }: DatabaseUrl) =>
  english("uncheckedTls", { without: rootCert ? english("withoutRootCert") : "" });

/**
 * Codes and messages of failed connections and statements, and what to change. The first match
 * counts.
 */
const remedies: readonly Remedy[] = [
  [/^28P01|password authentication failed/, () => english("remedyPassword")],
  [/password must be a string|no password supplied/, () => english("remedyAddPassword")],
  [
    /valid client certificate|certificate authentication failed/,
    () => english("remedyClientCertificate"),
  ],
  [/^28000.*no encryption/, () => english("remedyDemandsTls")],
  [/^28000.*not permitted to log in/, (_, { role }) => asSuperuser(`ALTER ROLE ${role} LOGIN;`)],
  [
    /^28000.*does not exist/,
    (_, { role }) =>
      english("remedyUser", { remedy: asSuperuser(`CREATE ROLE ${role} LOGIN PASSWORD '...';`) }),
  ],
  [/^28000/, () => english("remedyHba")],
  [
    /^3D000/,
    (_, { role, database }) =>
      english("remedyDatabase", {
        remedy: asSuperuser(
          `CREATE DATABASE ${database} OWNER ${role} ENCODING 'UTF8' TEMPLATE template0;`,
        ),
      }),
  ],
  [
    /^55000.*accepting connections/,
    (_, { database }) => asSuperuser(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true;`),
  ],
  [
    /^42501.*for database/,
    (_, { role, database }) => asSuperuser(`GRANT CONNECT ON DATABASE ${database} TO ${role};`),
  ],
  [/^42501.*for (table|sequence|relation|view|function)/, () => english("remedyOwnerOfTables")],
  [/^(22023|42501|42704|55P02).*parameter/, () => english("remedyOptions")],
  [
    /^53300.*for role/,
    (_, { role }) =>
      english("remedyOtherPrograms", {
        remedy: asSuperuser(`ALTER ROLE ${role} CONNECTION LIMIT -1;`),
      }),
  ],
  [
    /^53300.*for database/,
    (_, { database }) =>
      english("remedyOtherPrograms", {
        remedy: asSuperuser(`ALTER DATABASE ${database} CONNECTION LIMIT -1;`),
      }),
  ],
  [/^53300/, () => english("databaseConnectionsAdvice")],
  [/^(53100|53200)/, () => english("remedyRoom")],
  [/^57P03/, () => english("remedyStarting")],
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
      (_, { role, database }) => english("remedyTimeout", { setting, role, database }),
    ],
  ),
  [
    /^(25006|.*accepts no writes)/,
    () => english("remedyCheck", { command: ownCommand("npm run db:check") }),
  ],
  [/no server accepts writes/, () => english("remedyServers")],
  [/does not support SSL/, () => english("remedySwitchTlsOn")],
  [
    /ALTNAME_INVALID|HOSTNAME_MISMATCH/,
    (url) =>
      english("remedyHostName", { mode: url.rootCert ? "sslmode=verify-ca" : uncheckedTls(url) }),
  ],
  [/CERT_HAS_EXPIRED/, (url) => english("remedyRenew", { mode: uncheckedTls(url) })],
  [/CERT_NOT_YET_VALID/, (url) => english("remedyClock", { mode: uncheckedTls(url) })],
  [
    /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE|INVALID_CA/,
    (url) =>
      url.rootCert && url.rootCert !== "system"
        ? english("remedyOtherAuthority", { mode: uncheckedTls(url) })
        : english("remedyUnknownAuthority", { mode: uncheckedTls(url) }),
  ],
  [
    /^(CERT|CRL)_|INVALID_PURPOSE/,
    (url) => english("remedyReplaceCertificate", { mode: uncheckedTls(url) }),
  ],
  [/MISSING_PASSPHRASE|BAD_DECRYPT|bad decrypt/, () => english("remedyKeyPassword")],
  [/KEY_VALUES_MISMATCH/, () => english("remedyKey")],
  [/^ENOENT.*\.s\.PGSQL/, () => english("remedySocket")],
  [/^EACCES.*\.s\.PGSQL/, () => english("remedySocketFolder")],
  [/^(ENOENT|EACCES|EISDIR|EPERM|ENOTDIR).*(open|read)/, () => english("remedyCertificateFile")],
  [
    /^ERR_(OSSL|SSL|TLS|CRYPTO)|^EPROTO/,
    ({ directTls }) => (directTls ? english("remedyDirectTls") : english("remedyTlsFiles")),
  ],
  [/^(ENOTFOUND|EAI_)/, () => english("remedyHost")],
  [
    /^(ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ECONNRESET|EADDRNOTAVAIL|EINVAL)|timeout|terminated|SSL connection|invalid response/,
    (url) => english("remedyReachable", { hosts: shownHosts(url) }),
  ],
];

/**
 * Why the database at DATABASE_URL cannot be used and what to change, in one line. Undefined: the
 * embedded one, which is ours and has a log.
 */
export function explainFailure(error: Error, url: string | undefined): string {
  const reason = reasonOf(error).replace(/\s+/g, " ").trim();
  if (url === undefined) return english("postgresUnusable", { reason });
  const fault = english("databaseUnusable", { reason });
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

/** Runs `work`, which connects to that database, and explains why it could not. */
export async function explained<T>(url: string | undefined, work: () => Promise<T>): Promise<T> {
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
