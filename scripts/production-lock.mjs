/**
 * @typedef {{ dev?: boolean, dependencies?: Record<string, string>, optionalDependencies?:
 *   Record<string, string>, peerDependencies?: Record<string, string>, peerDependenciesMeta?:
 *   Record<string, { optional?: boolean }>, devDependencies?: Record<string, string> }} Entry
 * @typedef {{ packages: Record<string, Entry> }} Lock
 */

/**
 * The lock file without development packages. `npm ci --omit=dev` still installs those that are an
 * optional peer of another package, with their dependencies: 300 MB.
 * @template {Lock} T @param {T} lock @returns {T}
 */
export function productionLock(lock) {
  const { "": root = {}, ...others } = lock.packages;
  const { devDependencies: _, ...production } = root;
  /** @type {Record<string, Entry>} */
  const kept = { "": production };
  /** @type {[path: string, entry: Entry][]} */
  const open = [["", production]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, entry] = next;
    for (const name of namesOf(entry)) {
      const found = place(others, path, name);
      if (found === null || !others[found] || found in kept) continue;
      const needed = withoutUnused(others[found]);
      kept[found] = needed;
      open.push([found, needed]);
    }
  }
  return { ...lock, packages: kept };
}

/**
 * Optional packages that nothing here runs, 45 MB: Next's image optimizer is off, and Next only
 * looks whether TypeScript is installed.
 */
const unused = /^(sharp$|@typescript\/typescript-)/;

/** @param {Entry} entry @returns {Entry} */
function withoutUnused({ optionalDependencies = {}, ...entry }) {
  const used = Object.entries(optionalDependencies).filter(([name]) => !unused.test(name));
  return { ...entry, optionalDependencies: Object.fromEntries(used) };
}

/** @param {Entry} entry */
function namesOf({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}) {
  const peers = Object.keys(peerDependencies).filter(
    (name) => !peerDependenciesMeta[name]?.optional,
  );
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
}

/**
 * Where Node finds a package from another.
 * @param {Record<string, Entry>} packages
 * @param {string} from
 * @param {string} name
 */
function place(packages, from, name) {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))
  ) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === "") return null;
  }
}
