import { pathToFileURL } from "node:url";
import { bundleScript } from "./build.mjs";
import { setup } from "./setup.mjs";

setup({ build: false });
bundleScript("write-client");
await import(pathToFileURL("dist/scripts/write-client.js").href);
