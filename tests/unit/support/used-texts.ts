import { readdirSync, readFileSync } from "node:fs";

/** How a file names the folder whose texts it says. */
const folders = /\b(?:[gu][es]\w*Texts|textsIn|Texts|TextName)\s*(?:<|\()[^"()]*"([\w.]+)"/g;

/**
 * Which of the catalogue's names the sources say: each string of a file that names a folder may be
 * a name in it, and a template such as `roles.${role}` is every name that begins so. A table of
 * whole names says each of them.
 */
export function usedTexts(names: readonly string[]): Set<string> {
  const files = ["app", "components", "lib", "scripts"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes("generated"))
      .map((file) => readFileSync(`${folder}/${file}`, "utf8")),
  );
  return new Set(files.flatMap((source) => saidIn(source, names)));
}

function saidIn(source: string, names: readonly string[]): string[] {
  const all = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, text = ""]) => text);
  const named = new Set(all(folders));
  if (source.includes("commonTexts()")) named.add("common");
  const literals = new Set(all(/"([\w.-]+)"/g));
  const beginnings = all(/`([\w.]*)\$\{/g);
  const whole = names.filter((name) => literals.has(name));
  const inFolders = [...named].flatMap((folder) =>
    names.filter((name) => {
      const rest = name.slice(folder.length + 1);
      return (
        name.startsWith(`${folder}.`) &&
        (literals.has(rest) ||
          beginnings.some((beginning) => beginning !== "" && rest.startsWith(beginning)))
      );
    }),
  );
  return [...whole, ...inFolders];
}
