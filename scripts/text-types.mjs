import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

/**
 * Writes the type of the English catalogue. JSON that TypeScript imports itself loses the texts, and
 * with them their placeholders.
 */
export function writeTextTypes() {
  const texts = JSON.parse(readFileSync("lib/texts/en.json", "utf8"));
  mkdirSync("lib/texts/generated", { recursive: true });
  writeFileSync(
    "lib/texts/generated/messages.ts",
    `// From en.json.\nexport interface Messages ${JSON.stringify(texts, null, 1)}\n`,
  );
}
