#!/usr/bin/env node
import { commands, isCommand } from "./commands.mjs";

/* The program `slugline` of a package, and of a clone after `npm link`. */

const [, , given = "start"] = process.argv;
const command = given.replace(/^--?(?=help$|version$|h$|v$)/, "");

if (command === "version" || command === "v") {
  const { versionOfSources } = await import("./project.mjs");
  console.log(versionOfSources());
} else if (command === "help" || command === "h") {
  console.log(help());
} else if (isCommand(command)) {
  process.argv[2] = command;
  await import("script" in commands[command] ? "./database.mjs" : `./${command}.mjs`);
} else {
  const kind = given.startsWith("-") ? "option" : "command";
  console.error(`There is no ${kind} "${given}".\n\n${help()}`);
  process.exitCode = 1;
}

function help() {
  const said = { ...commands, version: { says: "Print the version." } };
  const lines = Object.entries({ ...said, help: { says: "Print this text." } }).map(
    ([name, { says }]) => `  ${name.padEnd(12)}${says}`,
  );
  return `Usage: slugline [COMMAND]

${lines.join("\n")}

"slugline COMMAND --help" says what each takes. Data is in ./.data, or in the folder that DATA_DIR
names. Variables may be in ./.env: see .env.example in
${new URL("..", import.meta.url).pathname}`;
}
