import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
// Whole, because an older Node, which `setup` refuses with a sentence, has no `parseEnv` to import.
import * as util from "node:util";
import { fail } from "./project.mjs";

/**
 * Loads `.env` if it exists. Variables that are already set take precedence. Says what cannot be
 * read, because it would have no effect.
 */
export function loadEnvFile() {
  if (!existsSync(".env")) return;
  const lines = readEnvFile().split("\n");
  for (const index of unreadLines(lines.join("\n"))) {
    console.error(
      `.env, line ${index + 1}: this has no effect. Write NAME=value, with a closing quote if there is an opening one.`,
    );
    // Otherwise it would be read as part of the next name.
    lines[index] = "";
  }
  const variables = util.parseEnv(lines.join("\n"));
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
  // The service reports each of them that it does not know.
  process.env.SLUGLINE_ENV_NAMES = Object.keys(variables).join(",");
}

function readEnvFile() {
  try {
    // Without a byte order mark, which would become part of the first name.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(".env"));
    if (!text.includes("\0")) return text;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== "ERR_ENCODING_INVALID_ENCODED_DATA")
      fail(`${resolve(".env")} cannot be read (${code}): make it a file that this user can read.`);
  }
  return fail(`${resolve(".env")} is not UTF-8 text: save it as UTF-8.`);
}

/**
 * The indexes of lines that are neither a variable, nor a comment, nor part of a quoted value.
 * @param {string} text
 */
function unreadLines(text) {
  // A quoted value may have several lines, whose number stays.
  const quoted = /^([ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*)(["'`])([\s\S]*?)\2/gm;
  const folded = text.replaceAll(
    quoted,
    (_, name, _quote, value) => name + "\n".repeat(value.split("\n").length - 1),
  );
  const isRead = /^\s*(#|$|(export\s+)?[\w.-]+\s*=(?!\s*["'`]))/;
  return folded.split("\n").flatMap((line, index) => (isRead.test(line) ? [] : [index]));
}
