import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { fileVariables, parseEnv, variableNames } from "@/lib/config/env";
import { temporaryFolder } from "./support/temporary-folder";

/** Files for platforms that no test can run name only variables that exist. */
const files = [
  "Dockerfile",
  "compose.yaml",
  ...readdirSync("docs/deploy").map((name) => `docs/deploy/${name}`),
];
const variables = [...variableNames, ...fileVariables.map((name) => `${name}_FILE`)];
const foreign = /^(NODE_ENV|NEXT_TELEMETRY_DISABLED|POSTGRES_(USER|DB|PASSWORD_FILE)|DOMAIN)$/;

function variablesIn(text: string): string[] {
  const uses = [
    ...text.matchAll(/^\s*(?:- )?(?:key: |name: )?["']?([A-Z][A-Z_]{2,})["']?(?::| =|$)/gm),
    ...text.matchAll(/^(?:ENV |Environment=|\s*)?(?:[A-Z_]+=\S+ )*([A-Z_]+)=/gm),
    ...text.matchAll(/\$\{([A-Z_]+)/g),
  ];
  return [...new Set(uses.map(([, name = ""]) => name))].filter((name) => !foreign.test(name));
}

describe("deployment files", () => {
  it.each(files)("%s names only variables that exist", (file) => {
    const text = readFileSync(file, "utf8");
    expect(text).not.toContain("\t");
    expect(variablesIn(text).filter((name) => !variables.includes(name))).toEqual([]);
  });

  it("are read as they are written", () => {
    expect(variablesIn(readFileSync("docs/deploy/kubernetes.yaml", "utf8"))).toEqual([
      "PORT",
      "DATA_DIR",
      "BASE_URL",
      "DATABASE_URL_FILE",
      "API_TOKEN_FILE",
      "TRUSTED_PROXIES",
    ]);
    expect(variablesIn("    environment:\n      BASE_ULR: x\n")).toEqual(["BASE_ULR"]);
    expect(variablesIn("ENV NODE_ENV=production DATA_DRI=/data")).toEqual(["DATA_DRI"]);
  });

  it("railway.json is JSON", () => {
    expect(JSON.parse(readFileSync("docs/deploy/railway.json", "utf8"))).toHaveProperty(
      "deploy.healthcheckPath",
      "/api/readyz?for=visitors",
    );
  });
});

type Variables = Record<string, string>;

/** One setting of each kind, as an operator writes them. */
const set: Variables = {
  PORT: "8080",
  HOST: "127.0.0.1",
  DATA_DIR: "/srv/slugline",
  BASE_URL: "https://go.example.com",
  REQUIRE_SECOND_FACTOR: "owners",
  OIDC_ISSUER: "https://id.example.com",
  OIDC_CLIENT_ID: "slugline",
  OIDC_CLIENT_SECRET: "a secret of the provider",
  TRUSTED_PROXIES: "10.0.0.0/8",
  SMTP_URL: "smtp://user:word@mail.example.com:587",
  MAIL_FROM: "links@example.com",
  NOT_FOUND_LIMIT: "5",
  SITE_NAME: "Example Links",
  METRICS_TOKEN: "a-token-of-prometheus-alone",
};
const envFile = Object.entries(set)
  .map(([name, value]) => `${name}=${value}\n`)
  .join("");

/** As compose replaces what it reads in its file, with the variables of `.env`. */
function interpolate(text: string, given: Variables): string {
  const inner = /\$\{([A-Z_]+)(?:(:?[-?])([^${}]*))?\}/;
  const found = inner.exec(text);
  if (!found) return text.replaceAll("$$", "$");
  const [whole, name = "", operator, other = ""] = found;
  const value = given[name];
  const isMissing = value === undefined || (operator?.startsWith(":") && value === "");
  const said = isMissing ? (operator?.endsWith("-") ? other : "") : value;
  return interpolate(
    text.replace(whole, () => said ?? ""),
    given,
  );
}

interface Compose {
  services: {
    slugline: {
      env_file?: { path: string; required?: boolean }[];
      environment: Variables;
      volumes: string[];
      ports: string[];
    };
  };
}

/** What the service gets: `.env`, then what the files say of the machine. */
function composed(fileNames: readonly string[], dotEnv: Variables, shell: Variables = {}) {
  const given = { ...dotEnv, ...shell };
  const services = fileNames.map((name) => {
    const file = parse(readFileSync(name, "utf8"), { logLevel: "error" }) as Compose;
    return file.services.slugline;
  });
  const reads = services.some(({ env_file }) => env_file?.some(({ path }) => path === ".env"));
  const stated = Object.assign({}, ...services.map(({ environment }) => environment)) as Variables;
  const own = Object.entries(stated).map(([name, text]) => [name, interpolate(text, given)]);
  return { ...(reads ? dotEnv : {}), ...(Object.fromEntries(own) as Variables) };
}

/** What systemd passes on: those of the file win over those of the unit. */
function ofUnit(text: string, file: Variables): Variables {
  const own = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = ""]) =>
    line.split(" ").map((each) => each.split("=") as [string, string]),
  );
  expect(text).toContain("EnvironmentFile=-/etc/slugline.env");
  return { ...Object.fromEntries(own), ...file };
}

/** What `slugline` and `npm start` find in `.env`. */
function ofEnvFile(): Variables {
  const folder = temporaryFolder();
  writeFileSync(join(folder, ".env"), envFile);
  // Its import leads to the folder of the clone.
  const script = `const { loadEnvFile } = await import(${JSON.stringify(resolve("scripts/env-file.mjs"))});process.chdir(${JSON.stringify(folder)});loadEnvFile();process.stdout.write(JSON.stringify(process.env))`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, NODE_ENV: "test" },
  });
  return JSON.parse(stdout) as Variables;
}

/** Of the machine that a container has for itself. */
const ofContainer: Variables = { PORT: "3000", HOST: "", DATA_DIR: "/data" };

const guide = readFileSync("docs/install.md", "utf8");
const kind = "StatefulSet";

/** The ways of docs/install.md, by its headings, and what the service gets of `set`. */
const ways: Record<string, () => { got: Variables; but?: Variables }> = {
  Bare: () => ({ got: ofEnvFile() }),
  systemd: () => ({
    got: ofUnit(readFileSync("docs/deploy/slugline.service", "utf8"), set),
  }),
  // Docker itself passes the file on; what the image sets is weaker.
  Container: () => ({ got: guide.includes(" --env-file .env ") ? set : {} }),
  Compose: () => ({ got: composed(["compose.yaml"], set), but: ofContainer }),
  "Kubernetes and platforms": () => {
    const text = readFileSync("docs/deploy/kubernetes.yaml", "utf8").split(/^---$/m);
    const sets = text.map((part) => parse(part) as StatefulSet).find((part) => part.kind === kind);
    const [container] = sets?.spec.template.spec.containers ?? [];
    expect(container?.envFrom).toEqual([{ configMapRef: { name: "slugline", optional: true } }]);
    const own = container?.env.map(({ name, value }) => [name, value]) ?? [];
    return {
      got: { ...set, ...(Object.fromEntries(own) as Variables), API_TOKEN_FILE: "" },
      but: { PORT: "3000", DATA_DIR: "/data", TRUSTED_PROXIES: "10.0.0.0/8" },
    };
  },
};
interface StatefulSet {
  kind: string;
  spec: {
    template: {
      spec: { containers: { env: { name: string; value: string }[]; envFrom?: unknown }[] };
    };
  };
}

describe("a setting of each kind reaches the service", () => {
  it("by each way of docs/install.md", () => {
    const headings = [...guide.matchAll(/^## (.*)$/gm)].map(([, name]) => name);
    expect(headings).toEqual(Object.keys(ways));
  });

  it.each(Object.keys(ways))("%s", (way) => {
    const { got, but = {} } = ways[way]?.() ?? { got: {} };
    const arrived = Object.fromEntries(Object.keys(set).map((name) => [name, got[name]]));
    expect(arrived).toEqual({ ...set, ...but });
    expect(() => parseEnv({ ...arrived })).not.toThrow();
  });

  it("by compose with TLS, which says the address itself", () => {
    const names = ["compose.yaml", "docs/deploy/compose.tls.yaml"];
    const got = composed(names, set, { DOMAIN: "l.example.com" });
    expect(got).toMatchObject({
      BASE_URL: "https://l.example.com",
      TRUSTED_PROXIES: "uniquelocal",
      REQUIRE_SECOND_FACTOR: "owners",
      DOMAIN: "",
    });
  });

  it("by compose, which takes METRICS_TOKEN from the shell, and no folder of the machine from .env", () => {
    expect(composed(["compose.yaml"], {}, { METRICS_TOKEN: "a" }).METRICS_TOKEN).toBe("a");
    const dotEnv = { BACKUP_DIR: "/mnt/backups", DATA_DIR: "/srv/slugline" };
    expect(composed(["compose.yaml"], dotEnv)).toMatchObject({
      BACKUP_DIR: "/backups",
      DATA_DIR: "/data",
    });
    const { volumes } = (parse(readFileSync("compose.yaml", "utf8")) as Compose).services.slugline;
    expect(volumes.filter((text) => text.includes("$"))).toEqual([]);
  });

  it("by compose: a Postgres of one's own instead of its own", () => {
    const own = (dotEnv: Variables) => {
      const { DATABASE_URL, DATABASE_URL_FILE } = composed(["compose.yaml"], dotEnv);
      return { DATABASE_URL, DATABASE_URL_FILE };
    };
    expect(own({})).toEqual({ DATABASE_URL_FILE: "/run/slugline/database-url" });
    const DATABASE_URL = "postgresql://a:b@db/slugline";
    expect(own({ DATABASE_URL, DATABASE_URL_FILE: "" })).toEqual({
      DATABASE_URL,
      DATABASE_URL_FILE: "",
    });
    // Both are refused, so that neither is used by mistake.
    expect(() => parseEnv({ DATABASE_URL, DATABASE_URL_FILE: "/x" })).toThrow("both set");
  });

  it("control: what compose lists name by name loses the rest", () => {
    const { environment } = (parse(readFileSync("compose.yaml", "utf8")) as Compose).services
      .slugline;
    expect(environment).not.toHaveProperty("REQUIRE_SECOND_FACTOR");
    const text = "{A:-b}{B-c}{C:-{D:-e}}$$".replaceAll("{", "${");
    expect(interpolate(text, { A: "", B: "" })).toBe("be$");
  });
});
