import { pathToFileURL } from "node:url";
import { bundleScript, setup } from "./setup.mjs";

setup({ build: false });
bundleScript("write-client");
await import(pathToFileURL("dist/scripts/write-client.js").href);
