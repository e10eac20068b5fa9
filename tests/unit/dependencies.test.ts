import { existsSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";

/** Everything that runs in production; what only builds or tests may stay in `devDependencies`. */
const entries = [
  "server.ts",
  "web.ts",
  "instrumentation.ts",
  "middleware.ts",
  "next.config.ts",
  "app/**/*.ts",
  "app/**/*.tsx",
  "scripts/migrate.ts",
  "scripts/seed.ts",
];

/** The packages that these sources import at run time: esbuild leaves type imports out. */
async function importedPackages(): Promise<Set<string>> {
  const { metafile } = await build({
    entryPoints: entries,
    outdir: "dist",
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    splitting: true,
    packages: "external",
    loader: { ".css": "empty", ".woff2": "empty" },
    logLevel: "error",
  });
  const paths = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  );
  const names = paths
    .filter((path) => !path.startsWith("node:"))
    .map((path) => path.split("/", path.startsWith("@") ? 2 : 1).join("/"));
  return new Set(names.filter((name) => !builtinModules.includes(name)));
}

it("all production imports are in dependencies", async () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    dependencies: Record<string, string>;
  };
  const imported = await importedPackages();
  expect(imported.size).toBeGreaterThan(20);
  expect([...imported].filter((name) => !(name in dependencies))).toEqual([]);
});

interface LockedPackage {
  version: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  license?: string;
  dev?: boolean;
}

function lockedPackages(file: string): [path: string, entry: LockedPackage][] {
  const { packages } = JSON.parse(readFileSync(file, "utf8")) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(packages).filter(([path]) => path !== "");
}

const locked = lockedPackages("package-lock.json");
const nameOf = (path: string) =>
  path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

describe.each(["package-lock.json", "tests/generators/package-lock.json"])("%s", (file) => {
  const all = lockedPackages(file);
  const paths = new Set(all.map(([path]) => path));
  /** Where Node looks for a package that the one at `path` imports. */
  const foldersAbove = (path: string) =>
    path
      .split("/node_modules/")
      .map((_, index, parts) => parts.slice(0, parts.length - index).join("/node_modules/"));
  const isLocked = (name: string, path: string) =>
    [
      ...foldersAbove(path).map((folder) => `${folder}/node_modules/${name}`),
      `node_modules/${name}`,
    ].some((each) => paths.has(each));

  it("has a hash of every package, also of those for other platforms", () => {
    expect(
      all
        .filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""))
        .map(([path]) => path),
    ).toEqual([]);
  });

  it("has everything that any platform needs, from no particular registry", () => {
    const missing = all.flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !isLocked(name, path))
        .map((name) => `${path} needs ${name}`),
    );
    expect(missing).toEqual([]);
    expect(all.filter(([, entry]) => "resolved" in entry).map(([path]) => path)).toEqual([]);
  });
});

it("Next has the fixes of all known vulnerabilities", () => {
  const floor = [16, 4, 6];
  const isAtLeast = (version: string) =>
    version.localeCompare(floor.join("."), "en", { numeric: true }) >= 0;
  expect(["16.4.5", "16.3.8", "15.9.9", "16.4.6", "16.10.0"].map(isAtLeast)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    dependencies: Record<string, string>;
  };
  const versions = locked
    .filter(([path]) => nameOf(path) === "next")
    .map(([, { version }]) => version);
  expect(versions.length).toBeGreaterThan(0);
  for (const version of [dependencies.next ?? "", ...versions])
    expect(version).toSatisfy(isAtLeast);
});

describe("licences of production dependencies", () => {
  const allowed = new Set([
    "MIT",
    "MIT-0",
    "ISC",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "0BSD",
    "Unlicense",
    "BlueOak-1.0.0",
  ]);
  /** Programs and data that are used as they come: nothing of ours is made from them. */
  const usedAsTheyCome = new Map([
    // Next's image optimiser, which is switched off.
    [/^@img\/sharp-/, /LGPL-3\.0-or-later/],
    [/^lightningcss/, /^MPL-2\.0$/],
    [/^caniuse-lite$/, /^CC-BY-4\.0$/],
    [/^elkjs$/, /^EPL-2\.0$/],
  ]);
  const production = locked.filter(([, { dev }]) => !dev);
  const isAllowed = (licence: string) =>
    licence
      .replace(/[()]/g, "")
      .split(/ (?:and|or) /i)
      .every((part) => allowed.has(part));

  it("are on the list", () => {
    expect(production.length).toBeGreaterThan(100);
    const refused = production.map(([path, { license }]) => {
      const licence = license ?? licenceOfInstalled(path);
      if (licence === null) return null;
      const isTolerated = [...usedAsTheyCome].some(
        ([name, its]) => name.test(nameOf(path)) && its.test(licence),
      );
      return isAllowed(licence) || isTolerated ? null : `${nameOf(path)}: ${licence}`;
    });
    expect(refused.filter((line) => line !== null)).toEqual([]);
  });

  it("are never strong copyleft", () => {
    expect(
      locked
        .filter(([, { license }]) => /(?<!L)GPL|SSPL|BUSL/.test(license ?? ""))
        .map(([path]) => path),
    ).toEqual([]);
    expect(isAllowed("AGPL-3.0-or-later")).toBe(false);
    expect(isAllowed("MIT AND AGPL-3.0-only")).toBe(false);
  });
});

/**
 * For packages whose licence the lock file leaves out. Null: it is for another platform and not
 * installed here.
 */
function licenceOfInstalled(path: string): string | null {
  const file = `${path}/package.json`;
  if (!existsSync(file)) return null;
  const { license } = JSON.parse(readFileSync(file, "utf8")) as { license?: string };
  const isMit =
    existsSync(`${path}/LICENSE`) &&
    readFileSync(`${path}/LICENSE`, "utf8").includes("The MIT License");
  return license ?? (isMit ? "MIT" : "unknown");
}
