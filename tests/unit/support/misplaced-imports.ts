import { dirname, join } from "node:path";

/**
 * The floors of lib from the top, and the folders of each. A folder imports from its own floor and
 * from those below.
 */
export const floors = {
  edge: ["service", "doctor", "web", "http"],
  commands: ["commands"],
  domain:
    "backup messages transfer shares stats visits previews sign-in owners limits links salts audit".split(
      " ",
    ),
  base: ["database", "config", "pages", "core", "texts"],
};
const fromTop = Object.values(floors);

/** Those of a floor, counted from the top, and of all below. */
function foldersFrom(at: number): string[] {
  return fromTop.slice(at).flat();
}

/** Those that a folder of lib may import, with itself. */
export function foldersWithin(folder: string): string[] {
  return foldersFrom(fromTop.findIndex((folders) => folders.includes(folder)));
}

/** Which files must not import which paths or packages, and where that code belongs. */
const rules: [files: RegExp, barred: RegExp, instead: string][] = [
  [
    /^lib\//,
    /^(app|components)\//,
    "Layers go app -> components -> lib. What lib needs belongs in lib: pages and components call it.",
  ],
  [
    /^components\//,
    /^app\//,
    "Layers go app -> components -> lib. It belongs in components or lib, or comes in as a prop.",
  ],
  [
    /^app\//,
    /^lib\/database\/(?!to-refusal\b)/,
    "Pages and routes call one function in lib. Queries belong in lib/links, lib/visits or lib/stats.",
  ],
  // One file reads the session from Next.js.
  [
    /^lib\/(?!owners\/require-owner\b)/,
    /^(next|react|react-dom)(\/|$)/,
    "lib knows no framework. Read requests in app, and pass plain values.",
  ],
  [
    /^lib\/core\//,
    /^(@prisma\/|pg$|node:fs|node:http$)/,
    "lib/core is pure: this code belongs in the folder that owns the resource.",
  ],
  ...fromTop.map((folders, at): [RegExp, RegExp, string] => [
    new RegExp(`^lib/(${folders.join("|")})/`),
    new RegExp(`^lib/(?!(${foldersFrom(at).join("|")})/)`),
    `The floors are ${Object.keys(floors).join(" > ")}. Move what both need to the lowest folder that has what it needs, or pass it in from lib/service.`,
  ]),
];

/**
 * A sentence for each import that breaks a rule, and for each cycle between files or folders.
 * `sources`: texts by path.
 */
export function misplacedImports(sources: ReadonlyMap<string, string>): string[] {
  const imports = importsOf(sources);
  const barred = imports.flatMap(({ file, to }) =>
    rules.flatMap(([files, paths, instead]) =>
      files.test(file) && paths.test(to) ? [`${file} must not import ${to}. ${instead}`] : [],
    ),
  );
  return [
    ...barred,
    ...cycles(imports.filter(({ to }) => sources.has(to))),
    ...[...sources.keys()].flatMap((file) => nodeInBrowser(file, sources)),
  ];
}

function importsOf(sources: ReadonlyMap<string, string>): { file: string; to: string }[] {
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"\n]+)"/g)].map(([, name = ""]) => ({
      file,
      to: pathOf(name, file, sources),
    })),
  );
}

/**
 * What the files of each folder import from other folders, by name in the order of the alphabet: a
 * folder beside it, or the highest that is not around it. Of components, `lib` is one.
 */
export function importedFolders(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const named = new Map<string, Set<string>>();
  for (const { file, to } of importsOf(sources)) {
    if (!sources.has(to)) continue;
    const [folders, others] = [dirname(file).split("/"), dirname(to).split("/")];
    for (let depth = 2; depth <= folders.length; depth++) {
      const names = named.get(folders.slice(0, depth).join("/")) ?? new Set<string>();
      named.set(folders.slice(0, depth).join("/"), names);
      const differs = folders.findIndex((name, index) => name !== others[index]);
      const name = others[differs];
      if (differs !== -1 && differs < depth && name !== undefined) names.add(name);
    }
  }
  return new Map([...named].map(([folder, names]) => [folder, [...names].sort()]));
}

/**
 * A sentence for each module of Node.js that a client component brings along: the bundler replaces
 * them by copies that weigh more than the page.
 */
function nodeInBrowser(component: string, sources: ReadonlyMap<string, string>): string[] {
  if (!sources.get(component)?.startsWith('"use client"')) return [];
  const inBrowser = new Set([component]);
  return [...inBrowserWith(inBrowser, sources)].map(
    ([file, module]) =>
      `${component} must not import ${file}, which needs ${module}. Split what the browser needs from it.`,
  );
}

/** Adds to `files` what they import, and yields the modules of Node.js among it. */
function* inBrowserWith(
  files: Set<string>,
  sources: ReadonlyMap<string, string>,
): Generator<[file: string, module: string]> {
  for (const file of files) {
    const text = sources.get(file) ?? "";
    if (text.startsWith('"use server"')) continue;
    for (const [, name = ""] of text.matchAll(
      /^(?:import|export)(?! type\b)[^"]*?from "([^"]+)"|\bimport\("([^"]+)"\)/gm,
    )) {
      if (name.startsWith("node:")) yield [file, name];
      const path = pathOf(name, file, sources);
      if (sources.has(path)) files.add(path);
    }
  }
}

function pathOf(name: string, file: string, sources: ReadonlyMap<string, string>): string {
  const path = name.startsWith("@/")
    ? name.slice(2)
    : name.startsWith(".")
      ? join(dirname(file), name)
      : name;
  return (
    ["", ".ts", ".tsx", ".mjs"].map((end) => path + end).find((each) => sources.has(each)) ?? path
  );
}

/** An import counts between the two files or folders in which the paths begin to differ. */
function cycles(imports: readonly { file: string; to: string }[]): string[] {
  const edges = new Map<string, Map<string, string>>();
  for (const { file, to } of imports) {
    const [from, other] = [file.split("/"), to.split("/")];
    const length = from.findIndex((name, index) => name !== other[index]) + 1;
    if (length === 0) continue;
    const entry = from.slice(0, length).join("/");
    const others = edges.get(entry) ?? new Map<string, string>();
    edges.set(entry, others.set(other.slice(0, length).join("/"), `${file} imports ${to}`));
  }
  const visited = new Set<string>();
  const visit = (entry: string, path: string[]): string[] => {
    const cycle = path.includes(entry) ? path.slice(path.indexOf(entry)) : [];
    if (cycle.length > 0) {
      const steps = cycle.map((each, index) => edges.get(each)?.get(cycle[index + 1] ?? entry));
      return [
        `${[...cycle, entry].join(" -> ")} is a cycle: ${steps.join(", ")}. Move what they share into one of them, or below all.`,
      ];
    }
    if (visited.has(entry)) return [];
    visited.add(entry);
    return [...(edges.get(entry)?.keys() ?? [])].flatMap((next) => visit(next, [...path, entry]));
  };
  return [...edges.keys()].flatMap((entry) => visit(entry, []));
}
