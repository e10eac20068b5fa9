import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { readAudit } from "@/scripts/audit.mjs";

/**
 * The audit runs npm and waits for it, so the registry of the test answers while another thread
 * does that.
 */
type Audit = { outcome: string; detail: string };

const folders: string[] = [];
const servers: Server[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  for (const server of servers.splice(0)) server.close();
});

/** A registry that answers a question for advisories with this. */
async function registry(status: number, advisories: object): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const isAsked = request.method === "POST" && (request.url ?? "").includes("/security/");
      response.writeHead(isAsked ? status : 404, {
        "Content-Type": "application/json",
        Connection: "close",
      });
      response.end(JSON.stringify(isAsked ? advisories : {}));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A project with two production dependencies and one for development. */
function project(): string {
  const folder = mkdtempSync(join(tmpdir(), "slugline-audit-"));
  folders.push(folder);
  const root = {
    name: "x",
    version: "1.0.0",
    dependencies: { used: "1.0.0", other: "1.0.0" },
    devDependencies: { tool: "1.0.0" },
  };
  const packages = {
    "": root,
    "node_modules/used": { version: "1.0.0" },
    "node_modules/other": { version: "1.0.0" },
    "node_modules/tool": { version: "1.0.0", dev: true },
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(root));
  writeFileSync(
    join(folder, "package-lock.json"),
    JSON.stringify({ name: "x", version: "1.0.0", lockfileVersion: 3, requires: true, packages }),
  );
  return folder;
}

function audit(registryUrl: string): Promise<Audit> {
  const folder = project();
  const options = [`--registry=${registryUrl}`, `--cache=${join(folder, "cache")}`];
  const code = `import("./scripts/audit.mjs").then(({ auditProduction }) =>
    require("node:worker_threads").parentPort.postMessage(auditProduction(${JSON.stringify(folder)}, ${JSON.stringify(options)})))`;
  return new Promise((resolve, reject) => {
    const worker = new Worker(code, { eval: true });
    worker.once("message", resolve).once("error", reject);
  });
}

const advisory = (severity: string) => [
  {
    id: 1,
    url: "https://example.com/advisory",
    title: "A hole",
    severity,
    vulnerable_versions: "<2.0.0",
    cwe: [],
    cvss: { score: 9 },
  },
];

describe("the audit of production dependencies", { timeout: 60_000 }, () => {
  it("fails on a high and on a critical advisory", async () => {
    const advisories = { used: advisory("high"), other: advisory("critical") };
    const { outcome, detail } = await audit(await registry(200, advisories));
    expect([outcome, detail.split("\n").sort()]).toEqual([
      "vulnerable",
      [expect.stringMatching(/^other .*critical/), expect.stringMatching(/^used .*high/)],
    ]);
  });

  it("passes without advisories, and with moderate ones", async () => {
    expect(readAudit('{"vulnerabilities":{}}').outcome).toBe("passed");
    const advisories = { used: advisory("moderate") };
    expect((await audit(await registry(200, advisories))).outcome).toBe("passed");
  });

  it("reports that the registry has no advisories or is unreachable", async () => {
    const refused = await audit(await registry(405, {}));
    expect(refused.outcome).toBe("unknown");
    expect(refused.detail).not.toBe("");
    expect((await audit("http://127.0.0.1:9/")).outcome).toBe("unknown");
  });
});
