// Reads the data folders of Postgres servers, a line each, until the tests that started them have
// ended. Then ends the servers that still run, and removes the folders.
import { readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const folders = [];
for await (const folder of createInterface({ input: process.stdin })) folders.push(folder);
await Promise.all(folders.map(remove));

/** @param {string} folder */
async function remove(folder) {
  try {
    const place = realpathSync(join(folder, "postgres"));
    await endPostgres(join(place, "data"));
    rmSync(place, { recursive: true, force: true });
  } catch {
    // The test has removed it, or did not get as far.
  }
  rmSync(folder, { recursive: true, force: true });
}

/** By an immediate shutdown; returns when it is gone, or after ten seconds. @param {string} cluster */
async function endPostgres(cluster) {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      const [pid = ""] = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), attempt === 0 ? "SIGQUIT" : 0);
    } catch {
      return;
    }
    await sleep(100);
  }
}
