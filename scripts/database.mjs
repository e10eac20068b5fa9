import { pathToFileURL } from "node:url";
import { bundleScript, commands, loadEnvFile, setup } from "./setup.mjs";

/** @type {Record<string, string>} */
const scripts = { ...commands, write: "write-migration" };
const script = scripts[process.argv[2] ?? ""] ?? "migrate";
setup({ build: false });
bundleScript(script);
loadEnvFile();
await import(pathToFileURL(`dist/scripts/${script}.js`).href);
