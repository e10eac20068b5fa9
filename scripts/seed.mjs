import { pathToFileURL } from "node:url";
import { bundleServer } from "./build.mjs";
import { loadEnvFile } from "./env-file.mjs";
import { setup } from "./setup.mjs";

setup({ build: false });
bundleServer();
loadEnvFile();
await import(pathToFileURL("dist/scripts/seed.js").href);
