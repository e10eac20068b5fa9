import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join, relative } from "node:path";

export interface NpmRegistry {
  url: string;
  close: () => void;
}

/**
 * A registry on loopback that has these packages of node_modules, as npm publishes them, and no
 * others.
 */
export async function startNpmRegistry(names: readonly string[]): Promise<NpmRegistry> {
  const archives = new Map(names.map((name) => [name, archiveOf(join("node_modules", name))]));
  const server: Server = createServer((request, response) => {
    const name = decodeURIComponent(request.url ?? "").replace(/^\/|\.tgz$/g, "");
    const archive = archives.get(name);
    if (!archive) response.writeHead(404).end("{}");
    else if (request.url?.endsWith(".tgz")) response.end(archive);
    else
      response
        .setHeader("Content-Type", "application/json")
        .end(JSON.stringify(documentOf(name, archive)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const documentOf = (name: string, archive: Buffer) => {
    const manifest = JSON.parse(
      readFileSync(join("node_modules", name, "package.json"), "utf8"),
    ) as { version: string };
    const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
    const version = { ...manifest, dist: { tarball: `${url}/${name}.tgz`, integrity } };
    return {
      name,
      "dist-tags": { latest: manifest.version },
      versions: { [manifest.version]: version },
    };
  };
  return { url, close: () => server.close() };
}

/** npm leaves out symlinks, here too. */
function archiveOf(folder: string): Buffer {
  const target = relative(dirname(folder), folder);
  const files = execFileSync("find", [target, "-type", "f"], { cwd: dirname(folder) });
  const options = ["-czf", "-", "--transform", `s,^${target},package,`, "-T", "-"];
  return execFileSync("tar", options, {
    cwd: dirname(folder),
    input: files,
    maxBuffer: 256 * 1024 * 1024,
  });
}
