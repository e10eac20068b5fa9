import { chmodSync, chownSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import getPort from "get-port";
import pg from "pg";
import { startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { postgresPlace } from "@/lib/database/postgres-place";
import { postgresPrograms, runProgram } from "@/lib/database/postgres-programs";
import { makePostgresFolder, removePostgresFolder } from "./postgres-folder";

export const tlsFile = (name: string) => resolve("tests/support/tls", name);

const rules = `
local     all all            scram-sha-256
hostssl   all certified all  cert
hostssl   all tlsonly all    scram-sha-256
host      all tlsonly all    reject
hostnossl all plainonly all  scram-sha-256
host      all plainonly all  reject
host      all all all        scram-sha-256
`;

/**
 * A Postgres with TLS, a Unix socket, rules for each role and the smallest sensible number of
 * connections.
 */
export class TlsPostgres {
  private constructor(
    readonly socketFolder: string,
    readonly port: number,
    private readonly password: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<TlsPostgres> {
    const folder = makePostgresFolder("tls");
    const first = await startEmbeddedPostgres(folder, {
      programsFolder: process.env.TEST_POSTGRES_BIN,
    });
    await first.stop();
    const { folder: place, user } = postgresPlace(folder);
    const given = (name: string, mode: number): string => {
      const path = join(place, name);
      chmodSync(path, mode);
      if (user) chownSync(path, user.uid, user.gid);
      return path;
    };
    for (const name of ["server.crt", "server.key", "ca.crt"])
      copyFileSync(tlsFile(name), join(place, name));
    writeFileSync(join(place, "rules.conf"), rules);
    mkdirSync(join(place, "s"));
    const settings = {
      port: await getPort({ host: "127.0.0.1" }),
      listen_addresses: "localhost",
      max_connections: 20,
      unix_socket_directories: given("s", 0o755),
      hba_file: given("rules.conf", 0o600),
      ssl: "on",
      ssl_cert_file: given("server.crt", 0o600),
      ssl_key_file: given("server.key", 0o600),
      ssl_ca_file: given("ca.crt", 0o600),
    };
    const programs = process.env.TEST_POSTGRES_BIN
      ? { folder: process.env.TEST_POSTGRES_BIN, user }
      : await postgresPrograms(user);
    const cluster = join(place, "data");
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
    await runProgram(programs, "pg_ctl", [
      "start",
      "-D",
      cluster,
      "-w",
      "-l",
      join(place, "log"),
      "-o",
      options.join(" "),
    ]);
    const stop = async () => {
      await runProgram(programs, "pg_ctl", ["stop", "-D", cluster, "-m", "immediate", "-w"]);
      removePostgresFolder(folder);
    };
    return new TlsPostgres(
      settings.unix_socket_directories,
      settings.port,
      new URL(first.url).password,
      stop,
    );
  }

  /** `query` begins after the `?`. */
  url(
    query = "",
    { user = "slugline", password = this.password, host = "localhost", database = "slugline" } = {},
  ): string {
    return `postgresql://${user}:${encodeURIComponent(password)}@${host}:${this.port}/${database}?${query}`;
  }

  async sql(text: string, database = "slugline"): Promise<void> {
    const client = new pg.Client({ connectionString: this.url("sslmode=disable", { database }) });
    await client.connect();
    await client.query(text).finally(() => client.end());
  }
}
