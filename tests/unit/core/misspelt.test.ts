import { describe, expect, it } from "vitest";
import { findIneffective } from "@/lib/config/env";
import { inEnglish } from "../../support/in-english";

describe("variables without effect", () => {
  it.each([
    ["BASEURL", "BASE_URL"],
    ["base_url", "BASE_URL"],
    ["BASE-URL", "BASE_URL"],
    ["BASE_ULR", "BASE_URL"],
    ["BASE_URI", "BASE_URL"],
    ["BASE_URLS", "BASE_URL"],
    ["DATABASEURL", "DATABASE_URL"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATEBASE_URL", "DATABASE_URL"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["API_TOKE", "API_TOKEN"],
    ["API_TOKENS", "API_TOKEN"],
    ["API_TOKEN_FIL", "API_TOKEN_FILE"],
    ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
    ["DATABASE_CONNECTION", "DATABASE_CONNECTIONS"],
    ["WORKER", "WORKERS"],
    ["PROT", "PORT"],
    ["port", "PORT"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["SLUGLINE_BASE_URL", "BASE_URL"],
    ["SLUGLINE_BASEURL", "BASE_URL"],
    ["slugline_port", "PORT"],
    ["SLUGLINE_API_TOKEN_FILE", "API_TOKEN_FILE"],
  ])("%s was meant to be %s", (name, meant) => {
    expect(inEnglish(findIneffective({ [name]: "value" }))).toEqual([
      `${name} is not a Slugline variable and has no effect. Did you mean ${meant}?`,
    ]);
    // The right one counts, and the other may be another program's.
    expect(findIneffective({ [name]: "value", [meant]: "value" })).toEqual([]);
    expect(findIneffective({ [name]: "" })).toEqual([]);
  });

  it("names an unknown variable with our prefix, and a file of what is no secret", () => {
    expect(inEnglish(findIneffective({ SLUGLINE_COLOUR: "red" }))).toEqual([
      "SLUGLINE_COLOUR is not a Slugline variable and has no effect. See .env.example.",
    ]);
    expect(inEnglish(findIneffective({ BASE_URL_FILE: "/run/secrets/x" })[0])).toMatch(
      /^BASE_URL_FILE has no effect: set BASE_URL itself\. Only API_TOKEN, /,
    );
  });

  it("says nothing about variables that a later one replaced, and suggests none", () => {
    expect(
      findIneffective({ DATABASE_OWNER_CONNECTIONS: "5", DATABASE_VISITOR_CONNECTIONS: "4" }),
    ).toEqual([]);
    expect(findIneffective({ DATABASE_OWNER_CONNECTION: "5" })).toEqual([]);
  });

  it("leaves the variables of other programs alone", () => {
    const names =
      "PATH HOME HOSTNAME USER SHELL TERM LANG LOGNAME PWD OLDPWD SHLVL EDITOR PAGER MAIL TMPDIR DISPLAY _ NODE_ENV NODE_OPTIONS NO_COLOR FORCE_COLOR TZ CI PORTS HOSTS ROLES POST COST " +
      "PGHOST PGPORT PGUSER PGDATABASE POSTGRES_URL POSTGRES_USER DATABASE_HOST DATABASE_NAME DATABASE_PASSWORD DB_URL REDIS_URL VERCEL_URL APP_TOKEN APP_URL CI_TOKEN GITHUB_TOKEN NPM_TOKEN " +
      "XDG_DATA_DIRS XDG_DATA_HOME DATA_HOME LOG_FILE SITE_URL WEB_CONCURRENCY KUBERNETES_PORT KUBERNETES_SERVICE_HOST npm_config_cache npm_package_name INIT_CWD __NEXT_PRIVATE_ORIGIN " +
      "SLUGLINE_SERVICE_HOST SLUGLINE_SERVICE_PORT SLUGLINE_SERVICE_PORT_HTTP SLUGLINE_PORT_3000_TCP SLUGLINE_PORT_3000_TCP_ADDR SLUGLINE_WEB_PORT_80_TCP_PROTO SLUGLINE_TOKEN SLUGLINE_BUILD_ID";
    expect(
      findIneffective(Object.fromEntries(names.split(" ").map((name) => [name, "value"]))),
    ).toEqual([]);
    expect(findIneffective({ SLUGLINE_PORT: "tcp://10.0.0.1:3000" })).toEqual([]);
  });
});
