import { pathToFileURL } from "node:url";
import { loadEnvFile, setup } from "./setup.mjs";

setup({ build: true });
loadEnvFile();
Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
await import(pathToFileURL("dist/server.js").href);
