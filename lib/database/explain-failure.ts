import { type DatabaseUrl, parseDatabaseUrl, shownHosts } from "../core/database-url";
import { reasonOf } from "./connect";

/** Codes and messages of failed connections, and what to change. The first match counts. */
const remedies: readonly [RegExp, (url: DatabaseUrl) => string][] = [
  [
    /^28P01|password authentication failed/,
    () => "Correct the user name and password in DATABASE_URL; write special characters encoded (%40 for @).",
  ],
  [/password must be a string|no password supplied/, () => "Add the password to DATABASE_URL: postgresql://user:password@host:5432/database."],
  [/valid client certificate|certificate authentication failed/, () => "Add this client's certificate to DATABASE_URL: sslcert=FILE&sslkey=FILE."],
  [/^28000.*no encryption/, () => "The server demands TLS: remove sslmode=disable from DATABASE_URL, or use sslmode=require."],
  [/^28000/, () => "Use another role or database in DATABASE_URL, or allow this one in the server's pg_hba.conf."],
  [/^3D000/, ({ database }) => `As a superuser, run: CREATE DATABASE "${database ?? ""}" ENCODING 'UTF8' TEMPLATE template0;`],
  [/^53300/, () => "Raise max_connections of the server or the connection limit of the role, or lower DATABASE_..._CONNECTIONS and WORKERS."],
  [/^57P03/, () => "The server is starting or stopping: try again in a moment."],
  [/does not support SSL/, () => "Switch TLS on in the server (ssl = on), or use sslmode=prefer or disable in DATABASE_URL."],
  [/ALTNAME_INVALID/, () => "Use the host name that is in the server's certificate, or sslmode=verify-ca."],
  [/CERT_HAS_EXPIRED/, () => "Renew the server's certificate; sslmode=require does not check it."],
  [
    /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)/,
    () => "The server's certificate is not signed by a known authority: name the authority's file with sslrootcert=FILE, or use sslmode=require.",
  ],
  [/^ENOENT.*\.s\.PGSQL/, () => "There is no server at this Unix socket: correct host= and port in DATABASE_URL, or start Postgres."],
  [/^(ENOENT|EACCES|EISDIR).*open/, () => "Correct the file in sslrootcert, sslcert or sslkey of DATABASE_URL, or let this user read it."],
  [
    /^ERR_(OSSL|SSL|TLS|CRYPTO)/,
    () => "Check the files in sslrootcert, sslcert and sslkey of DATABASE_URL (PEM), and the TLS versions of the server.",
  ],
  [/^EACCES.*\.s\.PGSQL/, () => "Let this user enter the folder of the Unix socket."],
  [/^(ENOTFOUND|EAI_AGAIN)/, () => "Correct the host name in DATABASE_URL, or the name server of this machine."],
  [
    /^(ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET)|timeout|terminated/,
    (url) => `Is Postgres running and reachable at ${shownHosts(url)}? Start it, open its firewall, or correct the host and port in DATABASE_URL.`,
  ],
];

/** Why the database at `url` cannot be used and what to change, in one line. */
export function explainFailure(error: Error, url: string | undefined): string {
  const { code } = error as NodeJS.ErrnoException;
  const reason = reasonOf(error).replace(/\s+/g, " ").trim();
  const fault = `The database at DATABASE_URL cannot be used: ${reason}`;
  const remedy = remedies.find(([pattern]) => pattern.test(`${code ?? ""} ${reason}`))?.[1];
  return url && remedy ? `${fault.replace(/\.$/, "")}. ${remedy(parseDatabaseUrl(url))}` : fault;
}

/** Network errors of the operating system, TLS errors, and Postgres errors with their five-character codes (PostgreSQL, appendix A). */
export function isFromDatabase(error: Error): boolean {
  const { code, path } = error as NodeJS.ErrnoException;
  return (
    error.name === "NoServerError" ||
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET|EPIPE)$|^(?=.*\d)[0-9A-Z]{5}$|^ERR_(OSSL|SSL|TLS)|CERT|SELF_SIGNED/.test(
      code ?? "",
    ) ||
    /\.s\.PGSQL/.test(path ?? (error as { address?: string }).address ?? "") ||
    /timeout|terminated|SASL|SSL/i.test(error.message)
  );
}
