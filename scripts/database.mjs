import { pathToFileURL } from "node:url";
import { bundle, loadEnvFile, setup } from "./setup.mjs";

const script = process.argv[2] === "write" ? "write-migration" : "migrate";
setup({ build: false });
bundle([`scripts/${script}.ts`]);
loadEnvFile();
await import(pathToFileURL(`dist/scripts/${script}.js`).href);
