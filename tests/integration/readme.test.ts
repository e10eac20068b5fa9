// Run: all
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/fault-service";

const readme = readFileSync("README.md", "utf8");
const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = ""]) => text);
/** Without comments; a command may continue behind a backslash. */
const commands = blocks
  .flatMap((text) => text.replaceAll(/\\\n\s*/g, "").split("\n"))
  .map((line) => line.replace(/\s+#.*$/, "").trim())
  .filter(Boolean);

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Record<string, string>;
};

describe("the README", () => {
  it("is short, and begins with both commands and then Docker", () => {
    expect(readme.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(750);
    expect(blocks[0]).toMatch(/^npm start .*\nnpm test .*\n$/);
    expect(blocks[1]).toMatch(/^docker build .*&& docker run /);
  });

  it("has a table of at most eight variables, which exist", () => {
    const named = [...readme.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(3);
    expect(named.length).toBeLessThanOrEqual(8);
    const guide = readFileSync("docs/configuration.md", "utf8");
    for (const name of named) expect(guide).toContain(`\`${name}\``);
  });

  it("names only scripts of npm that exist", () => {
    const named = [...readme.matchAll(/npm (?:run )?([a-z][a-z:]+)/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(5);
    for (const name of named) expect(Object.keys(scripts), name).toContain(name);
  });
});

/** Whether any process of the group still runs. */
function isThere(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}

describe("the commands of the README", () => {
  const folder = mkdtempSync(join(tmpdir(), "slugline-readme-"));
  const hadDemo = existsSync(".data-demo");
  const running: { output: () => string; stop: () => Promise<void> }[] = [];
  let port = "";
  /** What a shell would keep for the commands that follow. */
  let settings = "";

  const environment = (): NodeJS.ProcessEnv => ({
    NODE_ENV: "production",
    // The Node that runs these tests, for which the build was made.
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: process.env.HOME ?? folder,
    HOST: "127.0.0.1",
    PORT: port,
    DATA_DIR: join(folder, ".data"),
  });

  /** Runs what serves, until the test ends, and resolves when it is ready. */
  async function serve(command: string): Promise<string> {
    // A process group of its own, as a terminal makes one.
    const child = spawn("sh", ["-c", command], {
      env: environment(),
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => (output += chunk));
    // npm ends before the service that it started, which holds the port.
    const stop = async () => {
      const group = -(child.pid ?? 0);
      if (isThere(group)) process.kill(group, "SIGTERM");
      await eventually(() => !isThere(group), 30_000);
    };
    running.push({ output: () => output, stop });
    const isReady = await eventually(
      () => output.includes("Slugline is ready at") || child.exitCode !== null,
      240_000,
    );
    expect(isReady && child.exitCode === null, output).toBe(true);
    return output;
  }

  /** In a folder whose `.data` is that of the service, and at its port. */
  function run(command: string, cwd = folder): string {
    const { status, stdout, stderr } = spawnSync(
      "sh",
      ["-c", `${settings}${command}`.replaceAll("localhost:3000", `127.0.0.1:${port}`)],
      {
        cwd,
        env: environment(),
        encoding: "utf8",
      },
    );
    expect(status, stderr).toBe(0);
    return stdout;
  }

  /** How each command is tried, by how it begins. */
  const ways: [RegExp, (command: string) => unknown][] = [
    [
      /^npm start$/,
      async (command) =>
        expect(await serve(command)).toContain(`curl -s http://localhost:${port}/api/links`),
    ],
    // It would run this file again.
    [/^npm test$/, () => run("node --check scripts/test.mjs", resolve("."))],
    [/^docker build /, tryDocker],
    [/^export /, (command) => (settings = `${command}\n`)],
    [
      /^curl .* -d /,
      (command) =>
        expect(JSON.parse(run(command))).toMatchObject({
          slug: "hello",
          url: "https://example.com",
        }),
    ],
    [
      /^curl .*\/hello\?/,
      (command) =>
        expect(run(command)).toMatch(/^HTTP\/1\.1 302 .*^location: https:\/\/example\.com/ims),
    ],
    [
      /^curl .*\/stats" /,
      (command) =>
        expect(JSON.parse(run(command))).toMatchObject({
          totalClicks: 1,
          utmSources: [{ source: "newsletter", count: 1 }],
        }),
    ],
    [/^npm run qr /, (command) => expect(run(command, resolve("."))).toMatch(/[▀▄█]/)],
    [
      /^npm run demo$/,
      async (command) => {
        await running.pop()?.stop();
        expect(await serve(command)).toContain("/dashboard/demo/");
      },
    ],
  ];

  /** No engine runs in the tests: what the line relies on must be in the Dockerfile. */
  function tryDocker(command: string): void {
    const dockerfile = readFileSync("Dockerfile", "utf8");
    expect(command).toBe(
      "docker build -t slugline . && docker run -d --name slugline --init -p 3000:3000 -v slugline:/data slugline",
    );
    expect(dockerfile.split(/^FROM /m).at(-1)).toMatch(
      /^debian.* AS embedded\n.*DATA_DIR=\/data PORT=3000\n.*EXPOSE 3000\n/s,
    );
  }

  beforeAll(async () => {
    port = String(await getPort({ host: "127.0.0.1" }));
  });

  afterAll(async () => {
    for (const { stop } of running) await stop();
    rmSync(folder, { recursive: true, force: true });
    if (!hadDemo) rmSync(".data-demo", { recursive: true, force: true });
  });

  it.each(commands)("%s", { timeout: 300_000 }, async (command) => {
    const way = ways.find(([begin]) => begin.test(command));
    expect(way, "a command that this test does not know").toBeDefined();
    await way?.[1](command);
  });
});
