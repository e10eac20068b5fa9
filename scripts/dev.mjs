import { pathToFileURL } from "node:url";
import { bundleServer } from "./build.mjs";
import { loadEnvFile } from "./env-file.mjs";
import { setup } from "./setup.mjs";
import { stopWithNpm } from "./stop-with-npm.mjs";

setup({ build: false, development: true });
bundleServer();
loadEnvFile();
Object.assign(process.env, { NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1" });
process.argv.push("--dev");
stopWithNpm();
await import(pathToFileURL("dist/server.js").href);
