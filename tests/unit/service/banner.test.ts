import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseEnv } from "@/lib/config/env";
import { version } from "@/lib/config/version";
import { setUpKey } from "@/lib/owners/api-access";
import { bannerText, redirectsBanner } from "@/lib/service/banner";
import { temporaryFolder } from "../support/temporary-folder";

const token = "kept-token";

function banner(variables: Record<string, string>, isTerminal = true, isSetUp = true): string {
  const env = parseEnv(variables);
  return bannerText({
    baseUrl: env.BASE_URL,
    token: env.API_TOKEN ?? token,
    env,
    isTerminal,
    isSetUp,
  });
}

/** The arguments that a shell gives to curl when the lines are pasted: one list a command. */
function pasted(text: string, environment: Record<string, string> = {}): string[][] {
  const commands = [...text.matchAll(/curl -s .*/g)].map(([command]) => command);
  const script = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; }\n${commands.join("\nprintf '\\1'\n")}`;
  const output = execFileSync("sh", ["-c", script], {
    encoding: "utf8",
    env: { ...process.env, ...environment },
  });
  return output.split("\x01").map((each) => each.split("\0").slice(0, -1));
}

describe("bannerText", () => {
  it("shows the URL, the token file and the database", () => {
    const text = banner({
      PORT: "3111",
      BASE_URL: "https://go.example.com",
      DATA_DIR: "/srv/slugline",
    });
    expect(text).toContain("Slugline is ready at https://go.example.com\n");
    expect(text).toContain("/srv/slugline/api-token");
    expect(text).toContain("embedded Postgres in /srv/slugline");
    expect(text).toContain("https://go.example.com/hello");
  });

  it.each(["data", "my data", "o'brien", 'a"b', "a$HOME`x`"])(
    "has commands that work when pasted, with the data folder %s",
    (name) => {
      const folder = join(temporaryFolder(), name);
      mkdirSync(folder);
      writeFileSync(join(folder, "api-token"), `${token}\n`);
      const [create = [], figures = []] = pasted(banner({ PORT: "3111", DATA_DIR: folder }));
      expect(create.slice(0, 4)).toEqual([
        "-s",
        "http://localhost:3111/api/links",
        "-H",
        `Authorization: Bearer ${token}`,
      ]);
      expect(create.slice(4, 7)).toEqual(["-H", "Content-Type: application/json", "-d"]);
      expect(JSON.parse(create[7] ?? "")).toEqual({ url: "https://example.com", slug: "hello" });
      expect(figures).toEqual([
        "-s",
        "http://localhost:3111/api/links/hello/stats",
        "-H",
        `Authorization: Bearer ${token}`,
      ]);
    },
  );

  it.each(["plain", 'a"b', "a$HOME", "a`id`", "a\\b", "it's", "a!b"])(
    "has commands with a configured token on a terminal: %s",
    (own) => {
      for (const command of pasted(banner({ API_TOKEN: own })))
        expect(command).toContain(`Authorization: Bearer ${own}`);
    },
  );

  it("does not log a configured token, but its commands work if API_TOKEN is set", () => {
    const text = banner({ API_TOKEN: "hunter2" }, false);
    expect(text).not.toContain("hunter2");
    for (const command of pasted(text, { API_TOKEN: "hunter2" }))
      expect(command).toContain("Authorization: Bearer hunter2");
  });

  it("links to the set-up with its key in the fragment while there is no owner, in a log too", () => {
    for (const isTerminal of [true, false]) {
      const text = banner({ BASE_URL: "https://go.example.com" }, isTerminal, false);
      expect(text).toContain(`https://go.example.com/dashboard/setup#token=${setUpKey(token)}\n`);
      expect(text).not.toContain(token);
    }
  });

  it("keeps a key of a configured token, which might be guessed with it, out of a log", () => {
    const own = { API_TOKEN: "a&b=c#d" };
    expect(banner(own, true, false)).toContain(`/dashboard/setup#token=${setUpKey("a&b=c#d")}\n`);
    expect(banner(own, false, false)).toContain("/dashboard/setup  (asks for the API token)");
  });

  it("has commands for the address of the API, which a container or a proxy may publish at another port", () => {
    for (const command of pasted(banner({ BASE_URL: "https://go.example.com", PORT: "3111" })))
      expect(command[1]).toMatch(/^https:\/\/go\.example\.com\/api\/links/);
    const apart = banner({
      BASE_URL: "https://go.example.com",
      DASHBOARD_ORIGIN: "https://links.internal",
    });
    for (const command of pasted(apart))
      expect(command[1]).toMatch(/^https:\/\/links\.internal\/api\/links/);
  });

  it("names the version", () => {
    expect(banner({})).toContain(`  Version     ${version}`);
  });

  it("shows the dashboard where it is", () => {
    const text = banner({
      BASE_URL: "https://go.example.com",
      DASHBOARD_ORIGIN: "https://links.internal",
    });
    expect(text).toContain("Dashboard   https://links.internal/dashboard/sign-in\n");
    expect(text).toContain("https://go.example.com/hello");
  });

  it("of an instance that only redirects names no dashboard", () => {
    const env = parseEnv({
      BASE_URL: "https://go.example.com",
      ROLE: "redirects",
      DATABASE_URL: "postgresql://db/slugline",
      PORT: "3111",
    });
    const text = redirectsBanner({ baseUrl: env.BASE_URL, env });
    expect(text).toContain("Slugline is ready at https://go.example.com: it redirects");
    expect(pasted(text)).toEqual([["-s", "http://localhost:3111/api/readyz?for=visitors"]]);
    expect(text).not.toContain("/dashboard");
  });

  it("links to the sign-in page once there is an owner", () => {
    expect(banner({ BASE_URL: "https://go.example.com" })).toContain(
      "https://go.example.com/dashboard/sign-in\n",
    );
  });

  it("never shows a generated token once there is an owner, nor the database password", () => {
    const text = banner({ DATABASE_URL: "postgresql://a:hunter2@db/x" });
    expect(text).not.toMatch(/hunter2|kept-token/);
    expect(text).toContain("DATABASE_URL of the environment");
  });
});
