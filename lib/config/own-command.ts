import { existsSync } from "node:fs";
import { ownFile } from "../texts/own-file";

/** Asked once: only a clone has sources. */
let isClone: boolean | undefined;

/**
 * A command of a clone, such as `npm run restore -- FILE`, as operators of this installation type
 * it: a package has the program `slugline`.
 */
export function ownCommand(command: `npm ${string}`): string {
  isClone ??= existsSync(ownFile("app"));
  return isClone ? command : asProgram(command);
}

export function asProgram(command: string): string {
  return command
    .replace("npm start", "slugline")
    .replace("npm run ", "slugline ")
    .replace("db:migrate", "apply")
    .replace("db:", "")
    .replace(" -- ", " ");
}
