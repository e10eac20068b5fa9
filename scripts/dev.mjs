import { pathToFileURL } from "node:url";
import { bundleServer, loadEnvFile, setup } from "./setup.mjs";

setup({ build: false });
bundleServer();
loadEnvFile();
Object.assign(process.env, { NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1" });
process.argv.push("--dev");
await import(pathToFileURL("dist/server.js").href);
