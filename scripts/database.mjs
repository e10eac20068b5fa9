import { bundleScript } from "./build.mjs";
import { commands, isCommand, ownArguments } from "./commands.mjs";
import { loadEnvFile } from "./env-file.mjs";
import { setup } from "./setup.mjs";

/* Runs the script of a command, or with `write`, which only contributors need, that of a migration. */

const name = process.argv[2] ?? "";
if (name === "write") await run("write-migration");
else if (isCommand(name)) {
  const command = commands[name];
  if ("script" in command && ownArguments(name)) await run(command.script);
}

/** @param {string} script */
async function run(script) {
  setup({ build: false, development: script === "write-migration" });
  bundleScript(script);
  loadEnvFile();
  await import(new URL(`../dist/scripts/${script}.js`, import.meta.url).href);
}
