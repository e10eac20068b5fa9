import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Files for platforms that no test can run name only variables that exist. */
const files = [
  "Dockerfile",
  "compose.yaml",
  ...readdirSync("docs/deploy").map((name) => `docs/deploy/${name}`),
];
const variables = [...readFileSync(".env.example", "utf8").matchAll(/^#([A-Z_]+)=/gm)].map(
  ([, name]) => name,
);
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
