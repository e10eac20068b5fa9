#!/usr/bin/env node
import { readFileSync } from "node:fs";

/*
 * The program `slugline` of a package, and of a clone after `npm link`. Each command runs an npm
 * script.
 */

const usage = `Usage: slugline [COMMAND]

  start            Serve short links and the dashboard (the default).
  owner            List owners, invite one, or make a link for a forgotten password.
  backup [FILE]    Write a backup, while Slugline is running or stopped.
  restore FILE     Load a backup into an empty database, while Slugline is stopped.
  doctor           Check the installation. Exit code 1 if something needs fixing.
  check [URL]      Check a database URL without changing anything.
  qr SLUG          Print the QR code of a short link.
  apply            Apply the migrations; "start" does that too.
  distribute       Distribute clicks over several Postgres servers with Citus.
  version          Print the version.
  help             Print this text.

Data is in ./.data, or in the folder that DATA_DIR names. Variables may be in ./.env: see .env.example in
${new URL("..", import.meta.url).pathname}
`;

const [, , given = "start", ...others] = process.argv;
const command = given.replace(/^--?(?=help$|version$|h$|v$)/, "");

switch (command) {
  case "start":
    await import("./start.mjs");
    break;
  case "version":
  case "v":
    console.log(
      JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version,
    );
    break;
  case "help":
  case "h":
    process.stdout.write(usage);
    break;
  default:
    await runOnDatabase();
}

async function runOnDatabase() {
  const { commands } = await import("./project.mjs");
  if (Object.hasOwn(commands, command)) {
    // npm passes `--` on only to its own scripts.
    if (others[0] === "--") process.argv.splice(3, 1);
    return await import("./database.mjs");
  }
  console.error(`There is no command "${given}".\n\n${usage}`);
  process.exitCode = 1;
}
