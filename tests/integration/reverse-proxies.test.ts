// Run: all
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http2 from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentedProxy } from "../support/balancer";
import { DashboardClient, owner, ownerEnv } from "../support/dashboard";
import { eventually } from "../support/fault-service";
import { useService } from "../support/service";
import { browsers } from "../support/visitor";

interface Place {
  folder: string;
  /** Where the proxy listens, and the port of the service behind it. */
  port: number;
  behind: number;
}

interface Proxy {
  name: string;
  /**
   * Writes the documented file with the place of the test, and returns the command that runs it in
   * the foreground.
   */
  command: (place: Place) => string[];
}

const proxies: Proxy[] = [
  {
    name: "caddy",
    command: ({ folder, port, behind }) => {
      const site = documentedProxy("caddyfile")
        .replace(
          "go.example.com {",
          `localhost:${port} {\n\ttls ${folder}/localhost.pem ${folder}/localhost.key`,
        )
        .replace("localhost:3000", `127.0.0.1:${behind}`);
      const options = `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tstorage file_system ${folder}\n}\n`;
      writeFileSync(join(folder, "Caddyfile"), options + site);
      return ["caddy", "run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
    },
  },
  {
    name: "nginx",
    command: ({ folder, port, behind }) => {
      const server = documentedProxy("nginx")
        .replaceAll("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
        .replace("server_name go.example.com", "server_name localhost")
        .replace(/\/etc\/ssl\/go\.example\.com/g, join(folder, "localhost"))
        .replace(":3000", `:${behind}`);
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((kind) => `${kind}_temp_path ${folder};`)
        .join(" ");
      const main = `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary}\n${server}}\n`;
      writeFileSync(join(folder, "nginx.conf"), main);
      return ["nginx", "-p", folder, "-c", join(folder, "nginx.conf")];
    },
  },
  {
    name: "haproxy",
    command: ({ folder, port, behind }) => {
      const both = documentedProxy("haproxy")
        .replace("bind :443", `bind 127.0.0.1:${port}`)
        .replace("-i go.example.com", "-i localhost")
        .replace("/etc/haproxy/go.example.com.pem", join(folder, "both.pem"))
        .replace(":3000", `:${behind}`);
      writeFileSync(join(folder, "haproxy.cfg"), both);
      return ["haproxy", "-db", "-f", join(folder, "haproxy.cfg")];
    },
  },
];

function isInstalled(program: string): boolean {
  return spawnSync(program, [program === "caddy" ? "version" : "-v"]).status === 0;
}

/** A self-signed certificate, in the forms that the proxies want. */
function makeCertificate(folder: string): void {
  const [key, pem] = [join(folder, "localhost.key"), join(folder, "localhost.pem")];
  const options = [
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    "-subj",
    "/CN=localhost",
    "-keyout",
    key,
    "-out",
    pem,
  ];
  const { status, stderr } = spawnSync("openssl", ["req", ...options], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  writeFileSync(join(folder, "both.pem"), readFileSync(pem, "utf8") + readFileSync(key, "utf8"));
}

describe.each(proxies)(
  "behind $name (skipped if it or openssl is not installed)",
  ({ name, command }) => {
    const canRun = isInstalled(name) && spawnSync("openssl", ["version"]).status === 0;
    if (!canRun) return it.skip("is not installed");
    const proxy = { url: "" };
    // Only the proxy is trusted: visitors of these tests have other loopback addresses.
    const env: Record<string, string> = {
      TRUSTED_PROXIES: "127.0.0.1/32",
      ...ownerEnv,
    };
    const folder = mkdtempSync(join(tmpdir(), "slugline-proxy-"));
    let child: ChildProcess | undefined;

    beforeAll(async () => {
      env.BASE_URL = proxy.url = `https://localhost:${await getPort({ host: "127.0.0.1" })}`;
    });
    const service = useService({ env });
    beforeAll(async () => {
      makeCertificate(folder);
      const [program = "", ...args] = command({
        folder,
        port: portOf(proxy.url),
        behind: portOf(service.server.url),
      });
      child = spawn(program, args, {
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, HOME: folder },
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream?.on("data", (chunk) => (output += chunk));
      const isServing = async () => (await visitor("127.0.0.1").get("/api/livez")).status === 200;
      expect(await eventually(() => isServing().catch(() => false), 20_000), output).toBe(true);
    });
    afterAll(async () => {
      if (child?.exitCode === null) {
        const exited = once(child, "exit");
        child.kill();
        await exited;
      }
      rmSync(folder, { recursive: true, force: true });
    });

    /** A browser at another address of this machine, which claims a made-up one. */
    const visitor = (address: string) => new DashboardClient(proxy, "8.8.4.4", address);

    it("tells visitors apart by their address, whatever they claim", async () => {
      const { slug, shortUrl } = await service.api.create({ url: "https://example.com/there?a=1" });
      expect(shortUrl).toBe(`${proxy.url}/${slug}`);
      for (const address of ["127.0.0.2", "127.0.0.3", "127.0.0.3"]) {
        const answer = await visitor(address).send(`/${slug}?utm_source=a%2Fb`, {
          headers: { "User-Agent": browsers.iphone },
        });
        expect([answer.status, answer.location]).toEqual([302, "https://example.com/there?a=1"]);
      }
      await expect
        .poll(async () => (await service.api.stats(slug)).range)
        .toMatchObject({ clicks: 3, uniqueVisitors: 2 });
      expect((await service.api.stats(slug)).utmSources).toEqual([{ source: "a/b", count: 3 }]);
    });

    it("speaks HTTP/2", async () => {
      // Without h2 in the handshake this fails.
      const session = http2.connect(proxy.url, { rejectUnauthorized: false });
      try {
        const [headers] = (await once(session.request({ ":path": "/api/livez" }), "response")) as [
          http2.IncomingHttpHeaders,
        ];
        expect([session.alpnProtocol, headers[":status"]]).toEqual(["h2", 200]);
      } finally {
        session.destroy();
      }
    });

    it("lets nobody reach the service by another host, which may be that of the dashboard", async () => {
      const signIn = await visitor("127.0.0.2").send("/dashboard/sign-in");
      expect([signIn.status, signIn.body.includes("</form>")]).toEqual([200, true]);
      // The host is part of the handshake too, which the proxy may refuse.
      const elsewhere = visitor("127.0.0.2").send("/dashboard/sign-in", {
        headers: { Host: "links.internal" },
      });
      expect(
        await elsewhere.then(({ body }) => body.includes("</form>")).catch(({ code }) => code),
      ).toBeOneOf([false, "EPROTO"]);
    });

    it("signs an owner in with secure cookies, and lets large imports through", async () => {
      const browser = visitor("127.0.0.2");
      const answer = await browser.submit("/dashboard/sign-in", owner);
      expect([answer.status, answer.location]).toEqual([303, "/dashboard/overview"]);
      expect(answer.cookies.join()).toMatch(/__Host-[^;]+;.*Secure/i);
      const rows = Array.from(
        { length: 200 },
        (_, n) => `https://example.com/${n}/${"x".repeat(1_900)},${name}-${n}`,
      );
      // Fields that are not used make the file large without many links.
      const body = `url,slug,ignored\n${rows.map((row) => `${row},${"y".repeat(90_000)}`).join("\n")}\n`;
      const headers = { Origin: proxy.url, "Content-Type": "text/csv" };
      const imported = await browser.send("/dashboard/settings/data/import?format=csv", {
        method: "POST",
        headers,
        body,
      });
      expect([
        imported.status,
        JSON.parse(imported.body.trim().split("\n").at(-1) ?? ""),
      ]).toMatchObject([200, { created: 200, refused: 0 }]);
    });
  },
);

function portOf(url: string): number {
  return Number(new URL(url).port);
}
