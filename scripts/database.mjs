import { pathToFileURL } from "node:url";
import { bundle, loadEnvFile, setup } from "./setup.mjs";

/** @type {Record<string, string>} */
const scripts = { apply: "migrate", write: "write-migration", owner: "owner", backup: "backup", restore: "restore" };
const script = scripts[process.argv[2] ?? ""] ?? "migrate";
setup({ build: false });
bundle([`scripts/${script}.ts`]);
loadEnvFile();
await import(pathToFileURL(`dist/scripts/${script}.js`).href);
