import { pathToFileURL } from "node:url";
import { bundleServer, loadEnvFile, setup } from "./setup.mjs";

setup({ build: false });
bundleServer();
loadEnvFile();
await import(pathToFileURL("dist/scripts/seed.js").href);
