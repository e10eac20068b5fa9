import { describe, expect, it } from "vitest";
import { fileVariables, parseEnv, variableNames } from "@/lib/config/env";
import { version } from "@/lib/config/version";
import { describeInstallation } from "@/lib/doctor/bug-report";
import { sentence } from "@/lib/texts/sentence";

const asIs = (text: string) => sentence("asIs", { text });
const facts = { settings: {}, checks: [], postgres: "18.4" };

describe("the text for a bug report", () => {
  it("names versions, and says that nothing was changed", () => {
    const lines = describeInstallation({ ...facts, config: parseEnv({}) }).split("\n");
    expect(lines[0]).toContain(`Slugline ${version}`);
    expect(lines[1]).toContain(`Node ${process.versions.node}`);
    expect(lines.slice(2)).toEqual([
      "Postgres 18.4, embedded",
      "Settings: defaults",
      "Health check: all passed",
    ]);
  });

  it("shows what everybody may know of the settings, and of the others that they are set", () => {
    const secrets = {
      API_TOKEN: "secret-token-secret-token-secret",
      METRICS_TOKEN: "secret-metrics",
      OWNER_EMAIL: "secret@example.com",
      OWNER_PASSWORD: "secret password",
      DEMO_KEY: "secret-demo-key-16",
      DATABASE_URL: "postgresql://secret:secret@secret.internal/secret",
      BASE_URL: "https://secret.example.com",
      TRUSTED_PROXIES: "192.0.2.77",
      API_CORS_ORIGINS: "https://secret-app.example.com",
      SCRAPE_ALLOW_HOSTS: "secret:80",
      DATA_DIR: "/srv/secret",
      UPDATE_CHECK: "https://secret.example.com/feed",
    };
    const config = parseEnv({
      ...secrets,
      WORKERS: "2",
      COUNT_OWNERS: "false",
      LOG_LEVEL: "debug",
      DATABASE_OWNER_CONNECTIONS: "7",
    });
    const checks = [
      { name: asIs("HTTPS"), state: "bad" as const, finding: asIs("secret") },
      { name: asIs("Journal"), state: "good" as const, finding: asIs("secret") },
    ];
    const text = describeInstallation({
      config,
      settings: { SITE_NAME: "Secret & Co", YOURLS_API: "on" },
      checks,
      postgres: "16.2",
    });
    expect(text).not.toMatch(/secret|192\.0\.2/i);
    for (const shown of [
      "WORKERS=2",
      "COUNT_OWNERS=false",
      "LOG_LEVEL=debug",
      "DATABASE_OWNER_CONNECTIONS=7",
      "YOURLS_API=on",
    ])
      expect(text).toContain(shown);
    for (const name of [...Object.keys(secrets), "SITE_NAME"])
      expect(text).toContain(`${name} (set)`);
    expect(text).toMatch(/^Postgres 16\.2, at DATABASE_URL$/m);
    expect(text).toMatch(/^Health check: HTTPS \(bad\)$/m);
  });

  it.each([...fileVariables, "DEMO_KEY"])(
    "never shows %s, even if it is an ordinary word",
    (name) => {
      const config = { ...parseEnv({}), [name]: "redirects" };
      const text = describeInstallation({ ...facts, config });
      expect(text).toContain(`${name} (set)`);
      expect(text).not.toContain(`${name}=`);
    },
  );

  it("shows a value of each variable only if it is a number, a switch or a word that everybody knows", () => {
    for (const name of variableNames) {
      const text = describeInstallation({
        ...facts,
        config: { ...parseEnv({}), [name]: "hidden" },
      });
      expect(text).toMatch(new RegExp(`\\b${name} \\(set\\)`));
      expect(text).not.toContain("hidden");
    }
  });
});
