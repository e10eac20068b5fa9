import { spawn } from "node:child_process";
import { once } from "node:events";

interface Printed {
  code: number | null;
  out: string;
  error: string;
}

/** Runs `npm run owner -- ...args` as an operator does, with the server's settings in `env`. */
export function ownerCommand(args: string[], env: Record<string, string>): Promise<Printed> {
  return databaseCommand(["owner", ...args], env);
}

/** The same for each of the commands in scripts/database.mjs. */
export async function databaseCommand(
  args: string[],
  env: Record<string, string>,
): Promise<Printed> {
  const child = spawn(process.execPath, ["scripts/database.mjs", ...args], {
    // Vitest's own variables are none of the operator's.
    env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { out: "", error: "" };
  child.stdout.on("data", (chunk) => (printed.out += chunk));
  child.stderr.on("data", (chunk) => (printed.error += chunk));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...printed };
}

/** The path of the link that the command printed. */
export function printedPath({ out }: Printed): string {
  return new URL(/^ {2}(http\S+)$/m.exec(out)?.[1] ?? "").pathname;
}
