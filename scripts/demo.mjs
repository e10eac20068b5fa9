import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ownArguments } from "./commands.mjs";
import { isClone } from "./project.mjs";
import { setup } from "./setup.mjs";
import { stopWithNpm } from "./stop-with-npm.mjs";

/*
 * `npm run demo`: the server with sample links and clicks in its own folder, on this machine only.
 * The URL in its banner signs in. Delete `.data-demo` to start over.
 */

if (!ownArguments("demo")) process.exit();
setup({ build: true });

// A container can write to its volume only.
const folder = isClone ? ".data-demo" : join(process.env.DATA_DIR ?? ".", ".data-demo");
const filled = `${folder}/filled`;
const secret = `${folder}/password`;
mkdirSync(folder, { recursive: true, mode: 0o711 });
if (!existsSync(secret))
  writeFileSync(secret, randomBytes(18).toString("base64url"), { mode: 0o600 });

const own = {
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  DATA_DIR: folder,
  // In a container, HOST=0.0.0.0 beside a port that is published on 127.0.0.1.
  HOST: (!isClone && process.env.HOST) || "127.0.0.1",
  OWNER_EMAIL: "demo@example.com",
  OWNER_PASSWORD: readFileSync(secret, "utf8"),
  // The sample destinations do not exist.
  PREVIEW_RECHECK_HOURS: "0",
  DEMO_KEY: randomBytes(18).toString("base64url"),
};
Object.assign(process.env, own);
delete process.env.DATABASE_URL;
delete process.env.BASE_URL;
delete process.env.DASHBOARD_ORIGIN;
delete process.env.ROLE;

if (!existsSync(filled)) {
  console.log("Making up half a year of links and clicks ...");
  const { status } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL("../dist/scripts/seed.js", import.meta.url)), "--demo"],
    {
      stdio: "inherit",
    },
  );
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(filled, "");
}
stopWithNpm();
await import(new URL("../dist/server.js", import.meta.url).href);
