import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

/**
 * Writes the type of the English catalogue. JSON that TypeScript imports itself loses the texts, and
 * with them their placeholders.
 */
export function writeTextTypes() {
  const file = readFileSync("lib/texts/en.json", "utf8");
  const all = JSON.parse(file);
  // A reference such as @common.cancel has the type of that text.
  const texts = JSON.parse(file, (_, text) => (text[0] === "@" ? textAt(all, text) : text));
  mkdirSync("lib/texts/generated", { recursive: true });
  writeFileSync(
    "lib/texts/generated/messages.ts",
    `// From en.json.\nexport interface Messages ${JSON.stringify(texts, null, 1)}\n`,
  );
}

/** @param {any} texts @param {string} reference */
function textAt(texts, reference) {
  return reference
    .slice(1)
    .split(".")
    .reduce((found, name) => found[name], texts);
}
