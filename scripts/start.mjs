import { ownArguments } from "./commands.mjs";
import { loadEnvFile } from "./env-file.mjs";
import { setup } from "./setup.mjs";
import { stopWithNpm } from "./stop-with-npm.mjs";

if (ownArguments("start")) {
  setup({ build: true });
  loadEnvFile();
  Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
  stopWithNpm();
  await import(new URL("../dist/server.js", import.meta.url).href);
}
