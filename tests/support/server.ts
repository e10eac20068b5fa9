import { type ChildProcess, spawn } from "node:child_process";
import { on, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import getPort from "get-port";

/**
 * The two ways to serve short links: `server.ts`, or Next alone, as on a platform that starts it
 * itself.
 */
export type Way = "direct server" | "Next route";

export interface TestServer {
  url: string;
  token: string;
  process: ChildProcess;
  /** Standard output and error so far. */
  output: () => string;
  /** Sets the server's clock, or resets it to real time with null. */
  setClock: (iso: string | null) => Promise<void>;
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

const underTest = pathToFileURL("tests/support/under-test.mjs").href;
/** Servers live for seconds here: optimizing their code would take a fifth of the time of a start. */
const shortLived = ["--no-opt"];
export const testToken = "test-token-5f0f6c1e";

interface ServerOptions {
  way?: Way;
  /** PORT is honoured; otherwise a free one is taken. */
  env?: Record<string, string>;
  /** The built checkout to run; this one by default. */
  cwd?: string;
}

/**
 * Starts the built server on a free port, with its own data folder. Tries again when another test
 * took the port first.
 */
export async function startServer(
  databaseUrl: string,
  options: ServerOptions = {},
): Promise<TestServer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(databaseUrl, options);
    } catch (error) {
      if (
        attempt === 3 ||
        options.env?.PORT !== undefined ||
        !/EADDRINUSE|is taken/.test(String(error))
      )
        throw error;
    }
  }
}

async function startOnce(
  databaseUrl: string,
  { way = "direct server", env = {}, cwd = "." }: ServerOptions,
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "slugline-test-"));
  const port = Number(env.PORT) || (await getPort({ host: "127.0.0.1" }));
  const url = `http://localhost:${port}`;
  const script =
    way === "direct server"
      ? ["dist/server.js"]
      : ["node_modules/next/dist/bin/next", "start", "-p", String(port), "-H", "127.0.0.1"];
  const child = spawn(process.execPath, [...shortLived, "--import", underTest, ...script], {
    cwd,
    env: {
      ...process.env,
      NODE_ENV: "production",
      NODE_OPTIONS: "",
      PORT: String(port),
      HOST: "127.0.0.1",
      BASE_URL: url,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      API_TOKEN: testToken,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  const server: TestServer = {
    url: url.replace("localhost", "127.0.0.1"),
    token: env.API_TOKEN ?? testToken,
    process: child,
    output: () => output,
    setClock: async (iso) => {
      child.send({ clock: iso });
      // The server sends other messages too.
      for await (const [message] of on(child, "message"))
        if ((message as { clockSet?: true }).clockSet) return;
    },
    stop: async (signal = "SIGTERM") => {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, "exit");
        child.kill(signal);
        await exited;
      }
      rmSync(dataDir, { recursive: true, force: true });
      return child.exitCode;
    },
  };
  try {
    await untilReady(server);
  } catch (error) {
    await server.stop("SIGKILL");
    throw error;
  }
  return server;
}

async function untilReady({ url, process: child, output }: TestServer): Promise<void> {
  for (let attempt = 0; attempt < 900; attempt++) {
    if (child.exitCode !== null) break;
    // What answers at the port may be the server of another test. Each way prints when it is ready.
    const saidSo = /\b(?:Slugline is ready at|Ready in) /.test(output());
    const answers = async () => (await fetch(`${url}/robots.txt`)).ok;
    if (saidSo && (await answers().catch(() => false))) return;
    await sleep(100);
  }
  throw new Error(`The server did not start:\n${output()}`);
}

export interface Readiness {
  status: number;
  checks: Record<string, string>;
}

export async function readiness({ url }: { url: string }, query = ""): Promise<Readiness> {
  const response = await fetch(`${url}/api/readyz${query}`);
  const body = (await response.json()) as Partial<Readiness>;
  return { status: response.status, checks: body.checks ?? {} };
}

/**
 * Resolves, with the elapsed milliseconds, when the server is ready and its journal is empty: every
 * click is stored.
 */
export async function untilDrained(server: { url: string }, limitMs = 10_000): Promise<number> {
  const from = performance.now();
  for (;;) {
    const { status, checks } = await readiness(server).catch(
      (): Readiness => ({ status: 0, checks: {} }),
    );
    if (status === 200 && checks.journal === "ok") return performance.now() - from;
    if (performance.now() - from > limitMs)
      throw new Error(`not drained after ${limitMs} ms: ${JSON.stringify({ status, checks })}`);
    await sleep(50);
  }
}
