// Run: all
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { insertLinks } from "@/lib/links/insert-links";
import { type RedirectFormat, redirectMap } from "@/lib/transfer/redirect-map";
import { lastingPort } from "../support/lasting-port";
import { useOwnDatabase } from "../support/own-database";
import { temporaryFolder } from "../unit/support/temporary-folder";

const own = useOwnDatabase();
const now = new Date();
const awkward = [
  `https://a.example/it's?q="quoted"&x=$1$host\${HOME}%7B`,
  "https://a.example/two words?a=b c",
  "https://bücher.example/straße/日本?q=ü#ä",
  "https://a.example/a;b,c=d'e(f)*!~[x]@:80//?x=1&x=2&%24=%25",
  "https://a.example/{$PATH}/{host}/:splat/<b>|^`\\end",
  "https://a.example/?",
  "https://a.example",
];
/** Every one a URI by RFC 3986. */
const destinations = new Map(
  Array.from({ length: 1_000 }, (_, index) => {
    const url = awkward[index % awkward.length] ?? "";
    return [index % 2 ? `Slug-${index}` : `slug_${index}`, `${url}${index}`];
  }),
);

const hasLinks = async () => {
  const found = await own.query(`SELECT FROM "Link" LIMIT 1`);
  if (found.rows.length > 0) return;
  const plain = { title: null, enabled: true, expiresAt: null };
  const rows = [...destinations].map(([slug, url]) => ({ ...plain, slug, url }));
  await insertLinks(rows, now);
  const more = [
    { slug: "aliased", url: "https://aliased.example/", aliases: ["Other"] },
    { slug: "secret", url: "https://secret.example/", passwordHash: "a:b" },
    { slug: "off", url: "https://off.example/", enabled: false },
    { slug: "over", url: "https://over.example/", expiresAt: new Date(0) },
    { slug: "few", url: "https://few.example/", maxClicks: 5, ios: "https://ios.example/" },
    {
      slug: "dated",
      url: "https://before.example/",
      schedule: [{ from: "2020-01-01T00:00:00.000Z", url: "https://since.example/" }],
    },
    // Its escapes are longer than what nginx takes.
    { slug: "escaped", url: `https://a.example/${"日".repeat(500)}` },
    { slug: "hidden", url: `https://a.example/${"日".repeat(501)}`, passwordHash: "a:b" },
  ];
  await insertLinks(
    more.map((link) => ({ ...plain, ...link })),
    now,
  );
};

async function fileOf(format: RedirectFormat, origin = "https://go.example"): Promise<string> {
  await hasLinks();
  const pieces: string[] = [];
  for await (const piece of redirectMap(format, origin, now)) pieces.push(piece);
  return pieces.join("");
}

const expected = new Map([
  ...[...destinations].map(([slug, url]): [string, string] => [slug, new URL(url).href]),
  ["aliased", "https://aliased.example/"],
  ["Other", "https://aliased.example/"],
  ["few", "https://few.example/"],
  ["dated", "https://since.example/"],
]);
const escaped = `https://a.example/${"%E6%97%A5".repeat(500)}`;

/** What answers each slug: as a browser understands it. */
async function expectRedirects(locationOf: (path: string) => Promise<string | undefined>) {
  for (const [slug, to] of expected)
    for (const path of [`/${slug}`, `/${slug}/`]) {
      const location = await locationOf(path);
      expect(location && new URL(location).href, path).toBe(browserHref(to));
    }
  for (const path of ["/secret", "/off", "/over", "/other", "/slug-1", "/slug_0/x", "/unknown"])
    expect(await locationOf(path), path).toBeUndefined();
}

/** A browser treats what is no part of a URI like its percent-encoding, or nearly. */
function browserHref(to: string): string {
  return new URL(to.replace(/["<>\\^`{|}]/g, encodeURIComponent)).href;
}

it.each(["nginx", "caddy", "apache", "netlify", "cloudflare"] as const)(
  "%s: the head names what the map does not say",
  async (format) => {
    const file = await fileOf(format);
    for (const line of [
      "Left out, because a redirect asks for no password: secret, hidden",
      "Without maxClicks: few",
      "Without ios: few",
      "Without schedule: dated",
    ])
      expect(file).toMatch(new RegExp(`^(#|//) ${line}$`, "m"));
    expect(file).not.toContain("secret.example");
  },
);

it("netlify has a line for each", async () => {
  const lines = (await fileOf("netlify")).split("\n").filter((line) => /^\//.test(line));
  const found = new Map(lines.map((line) => line.split(" ") as [string, string]));
  expect(lines.every((line) => line.split(" ").length === 3)).toBe(true);
  // Netlify does not tell them apart.
  await expectRedirects(async (path) => found.get(path.replace(/\/$/, "")));
});

it("cloudflare runs as a Worker", async () => {
  const source = await fileOf("cloudflare");
  const { default: worker } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
  );
  await expectRedirects(async (path) => {
    const { status, headers } = await worker.fetch(new Request(`https://go.example${path}`));
    expect([302, 404]).toContain(status);
    return headers.get("location") ?? undefined;
  });
});

it("html is a page with a link for each", async () => {
  const page = await fileOf("html");
  const links = [...page.matchAll(/<a id="([\w-]+)" href="([^"]*)">/g)];
  const plain = (text = "") => text.replaceAll("&#39;", "'").replaceAll("&amp;", "&");
  const found = new Map(links.map(([, id, href]) => [`/${id}`, plain(href)]));
  // As its script looks for it.
  await expectRedirects(async (path) => found.get(`/${path.split("/").filter(Boolean).pop()}`));
});

it("nginx: the end names what is too long, which the map leaves out", async () => {
  const file = await fileOf("nginx");
  expect(file).toMatch(/\n}\n# .*4,?000.*: escaped\n$/);
  expect(file).not.toContain(escaped);
  expect(await fileOf("netlify")).toContain(`/escaped ${escaped} 302`);
});

it("nginx knows its host without the port", async () => {
  expect(await fileOf("nginx", "https://go.example:8443")).toContain("server_name go.example;");
});

it.runIf(existsSync("/usr/sbin/nginx"))("nginx serves it", async () => {
  const [folder, port] = [temporaryFolder(), await lastingPort()];
  const map = (await fileOf("nginx"))
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace(/server_name .*;/, "server_name _;");
  writeFileSync(join(folder, "map.conf"), map);
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
     http { access_log off; ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")} include ${folder}/map.conf; }`,
  );
  run("/usr/sbin/nginx", ["-p", folder, "-c", join(folder, "nginx.conf")]);
  await expectRedirects(await locationsAt(port));
});

it.runIf(existsSync("/usr/sbin/apache2"))("apache serves it", async () => {
  const [folder, port] = [temporaryFolder(), await lastingPort()];
  writeFileSync(join(folder, "map.conf"), await fileOf("apache"));
  mkdirSync(join(folder, "www"));
  const modules = "/usr/lib/apache2/modules";
  writeFileSync(
    join(folder, "apache.conf"),
    `ServerRoot ${folder}
LoadModule mpm_event_module ${modules}/mod_mpm_event.so
LoadModule authz_core_module ${modules}/mod_authz_core.so
LoadModule rewrite_module ${modules}/mod_rewrite.so
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
DocumentRoot ${folder}/www
<VirtualHost *:${port}>
Include ${folder}/map.conf
</VirtualHost>
`,
  );
  run("/usr/sbin/apache2", ["-X", "-f", join(folder, "apache.conf")]);
  await expectRedirects(await locationsAt(port));
});

const caddy = process.env.CADDY_PATH ?? "/usr/bin/caddy";
it.runIf(existsSync(caddy))("caddy serves it", async () => {
  const [folder, port] = [temporaryFolder(), await lastingPort()];
  const map = (await fileOf("caddy")).replace(/^https?:\/\/\S+ \{/m, `http://127.0.0.1:${port} {`);
  writeFileSync(join(folder, "Caddyfile"), `{\n\tadmin off\n}\n${map}`);
  run(caddy, ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")]);
  await expectRedirects(await locationsAt(port));
});

function run(program: string, options: string[]): void {
  const child = spawn(program, options, { stdio: ["ignore", "ignore", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
}

async function locationsAt(port: number) {
  const locationOf = (path: string) =>
    new Promise<string | undefined>((resolve, reject) => {
      request({ port, host: "127.0.0.1", path }, (response) => {
        response.resume();
        resolve(response.headers.location);
      })
        .on("error", reject)
        .end();
    });
  await vi.waitFor(() => locationOf("/"), { timeout: 20_000, interval: 100 });
  return locationOf;
}
