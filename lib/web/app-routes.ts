import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/**
 * What serves a path: a page with the ids of its server actions, a file, or a route handler, which
 * checks methods itself.
 */
export type AppRoute =
  | { kind: "page"; actions: ReadonlySet<string> }
  | { kind: "file" }
  | { kind: "handler" };

const appPaths = z.record(z.string(), z.string());
const routesManifest = z.object({
  dynamicRoutes: z.array(z.object({ page: z.string(), regex: z.string() })),
});
const actionsManifest = z.object({
  node: z.record(z.string(), z.object({ workers: z.record(z.string(), z.unknown()) })),
});

const handler: AppRoute = { kind: "handler" };
const file: AppRoute = { kind: "file" };

/**
 * The routes in Next's build output. Paths match as in Next: exactly first, then by pattern in
 * Next's order.
 */
export class AppRoutes {
  private readonly byPath = new Map<string, AppRoute>();
  private readonly patterns: { regex: RegExp; path: string }[];

  constructor(folder: string) {
    const read = <S extends z.ZodType>(name: string, schema: S): z.output<S> =>
      schema.parse(JSON.parse(readFileSync(join(folder, ".next", name), "utf8")));
    const actions = Object.entries(
      read("server/server-reference-manifest.json", actionsManifest).node,
    );
    for (const [appPath, path] of Object.entries(read("app-path-routes-manifest.json", appPaths))) {
      const own = actions.filter(([, { workers }]) => `app${appPath}` in workers).map(([id]) => id);
      this.byPath.set(
        path,
        appPath.endsWith("/page")
          ? { kind: "page", actions: new Set(own) }
          : isMetadata(path)
            ? file
            : handler,
      );
    }
    for (const path of filesUnder(join(folder, "public"))) this.byPath.set(path, file);
    this.patterns = read("routes-manifest.json", routesManifest).dynamicRoutes.map(
      ({ page, regex }) => ({ regex: new RegExp(regex), path: page }),
    );
  }

  /** Expects a normalised target. Null if nothing matches. */
  find(target: string): AppRoute | null {
    const [path = "/"] = target.split(/[?#]/, 1);
    if (path.startsWith("/_next/")) return file;
    const plain = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
    const exact = this.byPath.get(plain);
    if (exact) return exact;
    const pattern = this.patterns.find(({ regex }) => regex.test(path));
    return (pattern && this.byPath.get(pattern.path)) ?? null;
  }
}

/**
 * `robots.txt` and similar files, which Next generates from code. Route handlers may have a dot in
 * their path too.
 */
function isMetadata(path: string): boolean {
  return /\.(?:txt|xml|ico)$/.test(path);
}

/** Paths relative to the folder, with a leading slash. */
export function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return entries.map(({ parentPath, name }) =>
    `${parentPath.slice(folder.length)}/${name}`.replaceAll("\\", "/"),
  );
}
