import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  EnvError,
  env,
  isDashboardHost,
  originOf,
  parseEnv,
  requestedDomain,
  settlePort,
} from "@/lib/config/env";
import { parseDatabaseUrl } from "@/lib/core/database-url";
import { useConfig } from "../support/config";

function refusal(variables: Record<string, string>): string {
  try {
    parseEnv(variables);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("parseEnv", () => {
  it("has a default for everything", () => {
    expect(parseEnv({})).toEqual({
      PORT: 3000,
      BASE_URL: "http://localhost:3000",
      DASHBOARD_ORIGIN: "http://localhost:3000",
      ROLE: "all",
      DATABASE_REPLICA_MAX_LAG: 5,
      DATABASE_CONNECTIONS: 15,
      DOMAINS: new Map(),
      DATA_DIR: resolve(".data"),
      countryFile: null,
      TRUSTED_PROXIES: ["loopback", "linklocal", "uniquelocal"],
      EDGE_PLATFORM: "auto",
      JOURNAL_MAX_MB: 1024,
      LINK_CACHE_MB: 64,
      API_CORS_ORIGINS: new Set(),
      NOT_FOUND_LIMIT: 300,
      WRITE_LIMIT: 60_000,
      SHLINK_API: "off",
      KUTT_API: "off",
      MCP: "off",
      COUNT_OWNERS: true,
      RATE_LIMITS: "on",
      REQUIRE_SECOND_FACTOR: "off",
      UPDATE_CHECK: "off",
      HOST_WATCH: "off",
      WORKERS: 1,
      BACKUP_KEEP: 7,
      SCRAPE_ON_CREATE: false,
      SCRAPE_ALLOW_HOSTS: new Set(),
      MESSAGE_ALLOW_HOSTS: new Set(),
      PREVIEW_RECHECK_HOURS: 24,
      LOG_LEVEL: "info",
      ACCESS_LOG: "off",
    });
  });

  it("counts an empty variable as unset and ignores unknown ones", () => {
    const empty = {
      PORT: "",
      HOST: "",
      BASE_URL: "",
      DATABASE_URL: "",
      DATA_DIR: "",
      API_TOKEN: "",
      TRUSTED_PROXIES: "",
      LOG_LEVEL: "",
      HOME: "/root",
    };
    expect(parseEnv({ ...empty, PATH: undefined })).toEqual(parseEnv({}));
  });

  it.each([
    ["PORT", "0", 0],
    ["PORT", "65535", 65_535],
    ["HOST", "127.0.0.1", "127.0.0.1"],
    ["BASE_URL", "https://go.example.com", "https://go.example.com"],
    ["BASE_URL", "https://go.example.com/", "https://go.example.com"],
    ["BASE_URL", "HTTPS://GO.Example.com:443", "https://go.example.com"],
    ["BASE_URL", "http://go.example.com:8080", "http://go.example.com:8080"],
    ["DATABASE_URL", "postgresql://a:b@localhost:5432/c", "postgresql://a:b@localhost:5432/c"],
    ["DATABASE_URL", "postgres://localhost/c", "postgres://localhost/c"],
    ["DATA_DIR", "/srv/slugline", "/srv/slugline"],
    ["DATA_DIR", "data", resolve("data")],
    ["API_TOKEN", "a$\"'\\~!", "a$\"'\\~!"],
    ["TRUSTED_PROXIES", "none", []],
    ["EDGE_PLATFORM", "none", "none"],
    ["EDGE_PLATFORM", "cloudfront", "cloudfront"],
    ["TRUSTED_PROXIES", "loopback", ["loopback"]],
    [
      "TRUSTED_PROXIES",
      "10.0.0.0/8, 2001:db8::/32 ,192.0.2.1",
      ["10.0.0.0/8", "2001:db8::/32", "192.0.2.1"],
    ],
    ["API_CORS_ORIGINS", "*", new Set(["*"])],
    [
      "API_CORS_ORIGINS",
      "https://App.example.com:443/, http://localhost:5173",
      new Set(["https://app.example.com", "http://localhost:5173"]),
    ],
    ["DATABASE_CONNECTIONS", "5", 5],
    ["DATABASE_OWNER_CONNECTIONS", "7", 7],
    ["NOT_FOUND_LIMIT", "0", 0],
    ["WRITE_LIMIT", "0", 0],
    ["RATE_LIMITS", "off", "off"],
    ["COUNT_OWNERS", "false", false],
    ["IGNORE_CASE", "true", true],
    ["MAIL_FROM", "Links <links@example.com>", "Links <links@example.com>"],
    ["MESSAGE_ALLOW_HOSTS", "ntfy.internal:8080", new Set(["ntfy.internal:8080"])],
    ["GEO_DATABASE", "geo/places.mmdb", resolve("geo/places.mmdb")],
    ["SCRAPE_ON_CREATE", "true", true],
    ["SCRAPE_ALLOW_HOSTS", "localhost:1234, [::1]:80", new Set(["localhost:1234", "[::1]:80"])],
    ["PREVIEW_RECHECK_HOURS", "0", 0],
    ["LOG_LEVEL", "silent", "silent"],
    ["METRICS_TOKEN", "a$\"'\\~!", "a$\"'\\~!"],
    ["ACCESS_LOG", "all", "all"],
    ["PREVIEW_PAGES", "true", true],
    ["YOURLS_API", "get", "get"],
    ["UPDATE_CHECK", "on", "on"],
    [
      "UPDATE_CHECK",
      "https://releases.example.com/latest.json",
      "https://releases.example.com/latest.json",
    ],
    ["HOME_URL", "https://example.com/", "https://example.com/"],
    ["PUBLIC_LANGUAGES", "false", false],
    ["DESTINATION_SCHEMES", "mailto,tel", new Set(["mailto", "tel"])],
    ["SITE_LOGO", "public/mark.svg", { type: "image/svg+xml" }],
    ["SITE_LOGO", "public/icon-192.png", { type: "image/png" }],
  ])("reads %s=%s", (name, value, read) => {
    expect(parseEnv({ [name]: value })).toMatchObject({ [name]: read });
  });

  it("requires both variables of the first owner or neither", () => {
    const owner = { OWNER_EMAIL: " Mara@Example.com ", OWNER_PASSWORD: "correct horse" };
    expect(parseEnv(owner)).toMatchObject({
      OWNER_EMAIL: "mara@example.com",
      OWNER_PASSWORD: "correct horse",
    });
    expect(() => parseEnv({ OWNER_EMAIL: owner.OWNER_EMAIL })).toThrow(
      "OWNER_PASSWORD is needed beside OWNER_EMAIL",
    );
    expect(() => parseEnv({ OWNER_PASSWORD: owner.OWNER_PASSWORD })).toThrow(
      "OWNER_EMAIL is needed beside OWNER_PASSWORD",
    );
    expect(() => parseEnv({ ...owner, OWNER_PASSWORD: "too short" })).toThrow(
      /OWNER_PASSWORD .*12 characters/,
    );
    expect(() => parseEnv({ ...owner, OWNER_EMAIL: "mara" })).toThrow(
      /OWNER_EMAIL .*email address/,
    );
  });

  it("requires the shared database for an instance that does only a part", () => {
    for (const ROLE of ["redirects", "dashboard"]) {
      expect(() => parseEnv({ ROLE })).toThrow(`DATABASE_URL is needed with ROLE=${ROLE}`);
      const shared = {
        DATABASE_URL: "postgresql://db/slugline",
        BASE_URL: "https://go.example.com",
      };
      expect(() => parseEnv({ ROLE, DATABASE_URL: shared.DATABASE_URL })).toThrow(
        `BASE_URL is needed with ROLE=${ROLE}`,
      );
      expect(parseEnv({ ROLE, ...shared }).ROLE).toBe(ROLE);
    }
    expect(() => parseEnv({ ROLE: "edge" })).toThrow("ROLE must be all, redirects or dashboard");
  });

  it("requires one server as a replica, and the one that it follows", () => {
    const [primary, replica] = ["postgresql://one/slugline", "postgresql://two/slugline"];
    expect(parseEnv({ DATABASE_URL: primary, DATABASE_REPLICA_URL: replica })).toMatchObject({
      DATABASE_REPLICA_URL: replica,
    });
    expect(() => parseEnv({ DATABASE_REPLICA_URL: replica })).toThrow(
      "DATABASE_REPLICA_URL needs DATABASE_URL",
    );
    expect(() =>
      parseEnv({ DATABASE_URL: primary, DATABASE_REPLICA_URL: "postgresql://two,three/slugline" }),
    ).toThrow("DATABASE_REPLICA_URL must name one server");
    expect(() => parseEnv({ DATABASE_REPLICA_MAX_LAG: "0" })).toThrow(
      "DATABASE_REPLICA_MAX_LAG must be a whole number of seconds",
    );
  });

  const host = (value: string | null) => (name: string) => (name === "host" ? value : null);

  it("opens the dashboard at any host, or at its own alone", () => {
    useConfig({ BASE_URL: "https://go.example.com" });
    expect([
      isDashboardHost(host("go.example.com")),
      isDashboardHost(host("127.0.0.1:3000")),
      isDashboardHost(host(null)),
    ]).toEqual([true, true, true]);
    useConfig({
      BASE_URL: "https://go.example.com",
      DASHBOARD_ORIGIN: "https://Links.Internal:8443/",
    });
    expect(env().DASHBOARD_ORIGIN).toBe("https://links.internal:8443");
    expect(isDashboardHost(host("LINKS.internal:8443"))).toBe(true);
    for (const other of [
      "go.example.com",
      "links.internal",
      "links.internal:8443.evil.example",
      "",
      null,
    ])
      expect(isDashboardHost(host(other)), String(other)).toBe(false);
  });

  it("never opens the dashboard at a further host, however it is spelled or forwarded", () => {
    useConfig({ BASE_URL: "https://go.example.com", DOMAINS: "go.brand.example,l.example:8443" });
    for (const each of ["GO.Brand.Example", "go.brand.example.:3000", "l.example", "l.example:1"]) {
      expect(isDashboardHost(host(each)), each).toBe(false);
      expect(requestedDomain(host(each)), each).toBe(
        each.startsWith("l") ? "l.example:8443" : "go.brand.example",
      );
    }
    const forwarded = (value: string) => (name: string) =>
      ({ host: "127.0.0.1:3000", "x-forwarded-host": value })[name] ?? null;
    expect(requestedDomain(forwarded("x.example, l.example"))).toBe("l.example:8443");
    expect(isDashboardHost(forwarded("l.example"))).toBe(false);
    for (const other of ["www.go.brand.example", "go.brand.example.evil.example", "", null]) {
      expect(requestedDomain(host(other)), String(other)).toBeNull();
      expect(isDashboardHost(host(other)), String(other)).toBe(true);
    }
  });

  it("falls back to BASE_URL for a host that is not listed", () => {
    useConfig({ BASE_URL: "https://go.example.com", DOMAINS: "l.example:8443" });
    for (const listed of ["l.example:8443", "l.example"])
      expect(originOf(listed)).toBe("https://l.example:8443");
    for (const other of [null, undefined, "old.example", ""])
      expect(originOf(other), String(other)).toBe("https://go.example.com");
  });

  it("refuses further hosts that are those of the service", () => {
    const BASE_URL = "https://go.example.com";
    expect(() => parseEnv({ BASE_URL, DOMAINS: "l.example,GO.example.com.:8443" })).toThrow(
      "DOMAINS must not list go.example.com, which is the host of BASE_URL: remove it",
    );
    expect(() =>
      parseEnv({ BASE_URL, DASHBOARD_ORIGIN: "https://d.example", DOMAINS: "d.example" }),
    ).toThrow("DOMAINS must not list d.example, which is the host of DASHBOARD_ORIGIN");
    expect(() => parseEnv({ DOMAINS: "localhost" })).toThrow("the host of BASE_URL");
    expect(() => parseEnv({ BASE_URL, DOMAINS: "https://l.example" })).toThrow(
      "DOMAINS must be a comma-separated list of hosts without scheme and path",
    );
    expect(() =>
      parseEnv({ BASE_URL, DOMAINS: "l.example", HOME_URL: "http://l.example/" }),
    ).toThrow("HOME_URL must not be an address of this service");
  });

  it("refuses a dashboard on the host of short links, and visitors led to it", () => {
    const BASE_URL = "https://go.example.com";
    for (const DASHBOARD_ORIGIN of ["http://go.example.com", "https://go.example.com:8443"])
      expect(() => parseEnv({ BASE_URL, DASHBOARD_ORIGIN })).toThrow(
        "DASHBOARD_ORIGIN must have another host name than BASE_URL",
      );
    const own = { BASE_URL, DASHBOARD_ORIGIN: "https://links.internal" };
    expect(() => parseEnv({ ...own, NOT_FOUND_URL: "https://links.internal/{slug}" })).toThrow(
      "NOT_FOUND_URL must not be an address of this service",
    );
  });

  it("derives the base URL from the port when none is set", () => {
    expect(parseEnv({ PORT: "8081" }).BASE_URL).toBe("http://localhost:8081");
  });

  it.each([
    ["PORT", ["-1", "65536", "99999", "http", "80.5", "3000 ", "0x50", "1e3"]],
    [
      "BASE_URL",
      [
        "go.example.com",
        "ftp://go.example.com",
        "https://go.example.com/path",
        "https://go.example.com/?q",
        "https://go.example.com/#x",
        "https://a:b@go.example.com",
        "//x",
        "localhost:3000",
      ].map((url) => (url.endsWith("?q") ? `${url}=1` : url)),
    ],
    [
      "DATABASE_URL",
      ["mysql://localhost/x", "localhost:5432", "postgres://", "postgresql//x", "sqlite:file.db"],
    ],
    ["API_TOKEN", ["two words", " x", "tökén", "a\nb", "a\tb"]],
    [
      "TRUSTED_PROXIES",
      ["everyone", "10.0.0.0/99", "1.2.3.4;5.6.7.8", "loopback,", "none,loopback", "*"],
    ],
    [
      "API_CORS_ORIGINS",
      [
        "app.example.com",
        "https://app.example.com/path",
        "https://a.example,",
        "https://*.example.com/x",
        "null",
        "file:///x",
      ],
    ],
    ["DATABASE_CONNECTIONS", ["0", "4", "401", "1.5", "many", "-5", "0x10"]],
    ["DATABASE_OWNER_CONNECTIONS", ["0", "100", "many"]],
    ["NOT_FOUND_LIMIT", ["-1", "1.5", "off", "1000000"]],
    ["WRITE_LIMIT", ["-1", "1.5", "off", "10000000"]],
    ["COUNT_OWNERS", ["no", "0", "FALSE"]],
    ["IGNORE_CASE", ["yes", "1", "TRUE"]],
    ["RATE_LIMITS", ["0", "false", "OFF"]],
    ["SCRAPE_ON_CREATE", ["yes", "1", "TRUE"]],
    [
      "SCRAPE_ALLOW_HOSTS",
      [
        "localhost",
        "http://localhost:80",
        "localhost:80/",
        "a:b",
        "a b:80",
        "localhost:1234,",
        ":80",
        "user@host:80",
        "host:99999",
      ],
    ],
    ["PREVIEW_RECHECK_HOURS", ["-1", "1.5", "daily", "100000"]],
    ["LOG_LEVEL", ["verbose", "INFO", "5"]],
    ["METRICS_TOKEN", ["two words", "tökén"]],
    ["PREVIEW_PAGES", ["yes", "1", "on"]],
    ["YOURLS_API", ["true", "post", "GET"]],
    ["UPDATE_CHECK", ["true", "daily", "ON", "ftp://example.com/latest", "releases.example.com"]],
    ["ACCESS_LOG", ["on", "ALL", "true"]],
    ["HOME_URL", ["example.com", "/home", "mailto:mara@example.com"]],
    [
      "SITE_LOGO",
      [
        "nowhere.svg",
        "package.json",
        "data:text/html;base64,PGI+",
        "public/fonts",
        "package-lock.json",
        "https://example.com/logo.svg",
      ],
    ],
    ["ACCENT_COLOR", ["teal", "#12345"]],
    ["ABUSE_CONTACT", ["me", "http://example.com/"]],
    ["PUBLIC_LANGUAGES", ["on", "en,de"]],
    ["DESTINATION_SCHEMES", ["mailto;tel", "*"]],
  ])("refuses an invalid %s by name", (name, values) => {
    for (const value of values)
      expect(refusal({ [name]: value }), value).toMatch(new RegExp(`^  ${name} must be `, "m"));
  });

  it.each(["javascript", "data", "file", "blob", "vbscript", "about", "view-source"])(
    "never allows destinations of the scheme %s",
    (scheme) => {
      expect(refusal({ DESTINATION_SCHEMES: `mailto,${scheme}` })).toContain(
        `DESTINATION_SCHEMES must not contain ${scheme}`,
      );
    },
  );

  it.each(["HOME_URL", "NOT_FOUND_URL", "EXPIRED_URL"])(
    "refuses a %s that leads visitors in a circle",
    (name) => {
      expect(
        refusal({ [name]: "https://go.example.com/x", BASE_URL: "https://go.example.com" }),
      ).toContain(`${name} must not be an address of this service`);
      expect(refusal({ [name]: "http://127.0.0.1:8081/", PORT: "8081" })).toContain(name);
      expect(
        parseEnv({ [name]: "https://example.com/", BASE_URL: "https://go.example.com" }),
      ).toMatchObject({ [name]: "https://example.com/" });
    },
  );

  it("reports all problems at once, one per line", () => {
    const bad = {
      PORT: "x",
      BASE_URL: "x",
      DATABASE_URL: "x",
      API_TOKEN: "x y",
      TRUSTED_PROXIES: "x",
      LOG_LEVEL: "x",
    };
    const names = refusal(bad)
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(" ")[0]);
    expect(names.sort()).toEqual(Object.keys(bad).sort());
  });

  // What writes to it knows the remedy.
  it.each(["package.json/data", "a".repeat(300)])(
    "lets a folder be that cannot be looked at",
    (path) => {
      expect(parseEnv({ DATA_DIR: path, BACKUP_DIR: path }).DATA_DIR).toBe(resolve(path));
    },
  );

  const plain = {
    DATABASE_URL: "postgresql://a:hunter2@localhost:5432/c",
    DATABASE_REPLICA_URL: "postgresql://a:hunter2@localhost:5433/c",
    SMTP_URL: "smtp://a:hunter2@mail.example.com:587",
    API_TOKEN: "hunter2-hunter2-hunter2",
    OIDC_CLIENT_SECRET: "hunter2",
    OWNER_PASSWORD: "hunter2 hunter2",
    BASE_URL: "https://go.example.com",
    PORT: "3000",
    DATA_DIR: "data",
    LOG_LEVEL: "info",
    MAIL_FROM: "links@example.com",
    JOURNAL_MAX_MB: "10",
  };
  it.each(Object.entries(plain))("says what stands around %s", (name, value) => {
    const of = (given: string) => refusal({ [name]: given });
    expect(of(`${value}\n`)).toContain(`${name} must be written without the line break at its end`);
    expect(of(`${value}\r`)).toContain(`${name} must be written without the line break at its end`);
    expect(of(`\n${value}`)).toContain("without the line break at its beginning");
    expect(of(`\ufeff${value}`)).toContain("without the byte order mark at its beginning");
    expect(of(`${value}\n`).match(new RegExp(`${name} `, "g"))).toHaveLength(1);
    expect(of(`${value}\n`)).not.toContain("hunter2");
    if (/SECRET|PASSWORD/.test(name)) return;
    expect(of(` ${value}`)).toContain("without the white space at its beginning");
    expect(of(`${value}\u00a0`)).toContain("without the white space at its end");
    expect(of(`"${value}"`)).toContain("without the quotation marks around it");
    expect(of(`'${value}'`)).toContain("without the quotation marks around it");
  });

  it.each([
    ["SMTP_URL", "smtp://a:hunter%2@mail", "readable password: it has a % that encodes nothing"],
    ["SMTP_URL", "smtp://a%:hunter2@mail", "readable user name"],
    ["SMTP_URL", "smtp://a:%ff@mail", "readable password"],
    ["SMTP_URL", "smtp://a:hunter2%0A@mail", "no control characters in its password"],
    ["SMTP_URL", "smtp://:hunter2@mail", "a user name before its password"],
    ["SMTP_URL", "smtp://mail:0", "a port from 1 to 65535"],
    ["SMTP_URL", "smtp://mail:99999", "must be the address"],
    ["SMTP_URL", "smtp://a:1/hunter2@mail", "must end after host and port"],
    ["SMTP_URL", "smtp://mail:25/?x=hunter2", "must end after host and port"],
    ["DATABASE_URL", "postgresql://a:hunter2@localhost/c%0A", "a line break, in its database"],
    ["DATABASE_URL", "postgresql://a%09:hunter2@localhost/c", "in its user"],
    ["DATABASE_URL", "postgresql://a:hunter2%00@localhost/c", "in its password"],
    ["DATABASE_URL", "postgresql://a:hunter2@loc alhost/c", "a host with white space"],
    ["DATABASE_URL", "postgresql://a:hunter2%@localhost/c", "a % that encodes nothing"],
    ["DATABASE_URL", "postgresql://h/c?sslrootcert=/nowhere.pem", "which cannot be read (ENOENT)"],
    [
      "DATABASE_URL",
      "postgresql://h/c?sslcert=/&sslkey=/nowhere",
      "has sslcert=/, which is not a file",
    ],
    ["HOST", "127.0.0.1:3000", "a port belongs into PORT"],
    ["HOST", "http://localhost", "an IP address or a host name alone"],
    ["HOST", "[::]", "an IP address or a host name alone"],
    ["DATA_DIR", "package.json", "must be a folder"],
    ["BACKUP_DIR", "package.json", "must be a folder"],
    ["TRUSTED_PROXIES", "10.0.0.0/8, 1.2.3.x", "(1.2.3.x is not one)"],
    ["API_CORS_ORIGINS", "https://a.example,,https://b.example", "(one is empty)"],
    ["SCRAPE_ALLOW_HOSTS", "localhost:80, b", "(b is not one)"],
    ["OIDC_ALLOWED", "mara@example.com, staff", "(staff is not one)"],
    ["JOURNAL_MAX_MB", "10MB", "a whole number of megabytes"],
    ["CLICK_RETENTION_DAYS", "30d", "a whole number of days"],
  ])("refuses %s=%s with the cause", (name, value, cause) => {
    expect(refusal({ [name]: value })).toContain(cause);
    expect(refusal({ [name]: value })).not.toContain("hunter2");
  });

  it("reads a # in a password of the database as it is", () => {
    expect(parseDatabaseUrl("postgresql://a:b#c@host/d")).toMatchObject({ password: "b#c" });
  });

  it("does not repeat secrets", () => {
    expect(
      refusal({ API_TOKEN: "hunter2 hunter3", DATABASE_URL: "mysql://root:hunter4@db" }),
    ).not.toMatch(/hunter/);
  });
});

describe("env and settlePort", () => {
  it.each([
    [undefined, "http://localhost:45678"],
    ["https://sho.rt", "https://sho.rt"],
  ])("with BASE_URL %j and the actual port: %s", (BASE_URL, expected) => {
    useConfig({ PORT: "0", BASE_URL });
    settlePort(45_678);
    expect(env()).toMatchObject({ PORT: 45_678, BASE_URL: expected });
  });
});

describe("secrets in files", () => {
  const folder = mkdtempSync(join(tmpdir(), "slugline-env-"));
  const fileWith = (content: string) => {
    const file = join(folder, "secret");
    writeFileSync(file, content);
    return file;
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ["API_TOKEN", "a-token", "a-token\n"],
    ["DATABASE_URL", "postgresql://a:b@c/d", "postgresql://a:b@c/d\r\n"],
    ["OWNER_PASSWORD", " spaces are kept ", " spaces are kept "],
  ])("reads %s without its line end", (name, value, content) => {
    const others = name === "OWNER_PASSWORD" ? { OWNER_EMAIL: "ada@example.com" } : {};
    expect(parseEnv({ ...others, [`${name}_FILE`]: fileWith(content) })).toMatchObject({
      [name]: value,
    });
  });

  it("names each problem once", () => {
    expect(refusal({ API_TOKEN_FILE: "/nowhere" })).toMatch(
      /API_TOKEN_FILE names \/nowhere, which cannot be read \(ENOENT\)/,
    );
    expect(refusal({ API_TOKEN_FILE: fileWith("\n") })).toMatch(/which is empty/);
    expect(refusal({ API_TOKEN_FILE: fileWith("x"), API_TOKEN: "y" })).toMatch(
      /API_TOKEN_FILE and API_TOKEN are both set: remove one/,
    );
    expect(refusal({ DATABASE_URL_FILE: fileWith("mysql://x"), PORT: "no" })).toMatch(
      /PORT must.*DATABASE_URL must/s,
    );
    expect(
      refusal({ OWNER_PASSWORD_FILE: "/nowhere", OWNER_EMAIL: "ada@example.com" }).split("\n"),
    ).toHaveLength(2);
  });
});

describe("single sign-on", () => {
  const client = { OIDC_CLIENT_ID: "slugline", OIDC_CLIENT_SECRET: "secret" };
  const withIssuer = (OIDC_ISSUER: string) => ({ ...client, OIDC_ISSUER });

  it("needs https, except on this machine", () => {
    for (const issuer of ["https://id.example.com/a/", "http://localhost:1", "http://[::1]:1"])
      expect(parseEnv(withIssuer(issuer)).OIDC_ISSUER).toBe(issuer);
    expect(refusal(withIssuer("http://id.example.com"))).toMatch(
      /OIDC_ISSUER must begin with https/,
    );
    for (const issuer of ["id.example.com", "ftp://a.b", "https://a.b/?x", "https://u:p@a.b"])
      expect(refusal(withIssuer(issuer))).toMatch(/OIDC_ISSUER must be the https address/);
    expect(refusal(withIssuer("https://a.b/.well-known/openid-configuration"))).toMatch(/alone/);
    const everybody = "https://login.microsoftonline.com/common/v2.0";
    expect(refusal(withIssuer(everybody))).toMatch(/must name one tenant/);
  });

  it("is complete or not there, and there without passwords", () => {
    expect(refusal({ OIDC_ISSUER: "https://id.example.com" })).toMatch(
      /OIDC_CLIENT_ID is needed.*\n.*OIDC_CLIENT_SECRET is needed/,
    );
    expect(refusal(client)).toMatch(/OIDC_CLIENT_ID has no effect without OIDC_ISSUER/);
    expect(refusal({ PASSWORD_SIGN_IN: "off" })).toMatch(/PASSWORD_SIGN_IN must be on/);
  });

  it("reads who is allowed", () => {
    const given = {
      ...withIssuer("https://a.b"),
      OIDC_ALLOWED: "A@b.com, @B.com,group:The staff,",
    };
    expect(parseEnv(given).OIDC_ALLOWED).toEqual([
      { kind: "email", value: "a@b.com" },
      { kind: "domain", value: "b.com" },
      { kind: "group", value: "The staff" },
    ]);
    for (const OIDC_ALLOWED of ["b.com", "@", "group:", "a@b.com x"])
      expect(refusal({ OIDC_ALLOWED })).toMatch(/comma-separated list of email addresses/);
  });
});
