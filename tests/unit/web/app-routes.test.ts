import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { AppRoutes } from "@/lib/web/app-routes";
import { temporaryFolder } from "../support/temporary-folder";

const paths = [
  "/api/links/export.csv",
  "/api/links/[slug]/clicks.csv",
  "/api/links/[slug]",
  "/robots.txt",
];

it("takes a path of the API for a handler even if it looks like a file", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, ".next", "server"), { recursive: true });
  const write = (name: string, content: unknown) =>
    writeFileSync(join(folder, ".next", name), JSON.stringify(content));
  write("server/server-reference-manifest.json", { node: {} });
  write(
    "app-path-routes-manifest.json",
    Object.fromEntries(paths.map((path) => [`${path}/route`, path])),
  );
  const dynamicRoutes = paths
    .filter((path) => path.includes("["))
    .map((page) => ({
      page,
      regex: `^${page.replace("[slug]", "([^/]+?)").replace(".", "\\.")}(?:/)?$`,
    }));
  write("routes-manifest.json", { dynamicRoutes });
  const routes = new AppRoutes(folder);
  const kinds = [
    "/api/links/export.csv",
    "/api/links/spring/clicks.csv?from=2026-01-01",
    "/api/links/spring",
    "/robots.txt",
  ].map((path) => routes.find(path)?.kind);
  expect(kinds).toEqual(["handler", "handler", "handler", "file"]);
});
