import { bundleScript } from "./build.mjs";
import { loadEnvFile } from "./env-file.mjs";
import { commands } from "./project.mjs";
import { setup } from "./setup.mjs";

/** @type {Record<string, string>} */
const scripts = { ...commands, write: "write-migration" };
const script = scripts[process.argv[2] ?? ""] ?? "migrate";
setup({ build: false, development: script === "write-migration" });
bundleScript(script);
loadEnvFile();
await import(new URL(`../dist/scripts/${script}.js`, import.meta.url).href);
