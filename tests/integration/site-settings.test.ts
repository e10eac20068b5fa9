// Run: verify

import { beforeEach, describe, expect, it } from "vitest";
import { env, parseEnv } from "@/lib/config/env";
import { running } from "@/lib/config/running";
import { siteSettingAt, siteSettings } from "@/lib/config/site-settings";
import { withDeadline } from "@/lib/core/deadline";
import { listDomainSettings, listSettings, saveSettings } from "@/lib/owners/edit-site-settings";
import { useOwnDatabase } from "../support/own-database";
import { person } from "../support/person";

const own = useOwnDatabase();
const dataUrl = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
const save = (entered: Record<string, string>) =>
  saveSettings(running(), person(), entered, new Date());
const stored = async () =>
  Object.fromEntries(
    (await own.query(`SELECT * FROM "SiteSetting"`)).rows.map(({ name, value }) => [name, value]),
  );

beforeEach(() => own.query(`DELETE FROM "SiteSetting"`));

describe("saveSettings", () => {
  it("stores what was entered, in effect at once, and resets what was emptied", async () => {
    await save({
      SITE_NAME: " Acme ",
      IMPRINT_URL: "https://example.com/imprint",
      PUBLIC_LANGUAGES: "true",
      HOME_URL: "",
    });
    expect(await stored()).toEqual({
      SITE_NAME: "Acme",
      IMPRINT_URL: "https://example.com/imprint",
      PUBLIC_LANGUAGES: "true",
    });
    expect(siteSettings()).toMatchObject({ SITE_NAME: "Acme", PUBLIC_LANGUAGES: true });
    await save({ SITE_NAME: "", PUBLIC_LANGUAGES: "" });
    expect(await stored()).toEqual({ IMPRINT_URL: "https://example.com/imprint" });
    expect((await listSettings(running().settings)).IMPRINT_URL).toEqual({
      value: "https://example.com/imprint",
      isGiven: false,
    });
    expect((await listSettings(running().settings)).SITE_NAME).toEqual({
      value: "",
      isGiven: false,
    });
  });

  it("stores a logo as it is served: sanitised", async () => {
    await save({ SITE_LOGO: dataUrl('<svg onload="alert(1)"><script>alert(1)</script></svg>') });
    expect(await stored()).toEqual({
      SITE_LOGO: dataUrl('<svg xmlns="http://www.w3.org/2000/svg"></svg>'),
    });
  });

  it("refuses with every problem, and stores nothing then", async () => {
    const saving = save({
      SITE_NAME: "Acme",
      ACCENT_COLOR: "teal",
      SITE_LOGO: "x",
      DESTINATION_SCHEMES: "javascript",
      UNKNOWN: "x",
    });
    await expect(saving).rejects.toMatchObject({
      code: "validation_failed",
      problems: [{ path: "SITE_LOGO" }, { path: "ACCENT_COLOR" }, { path: "DESTINATION_SCHEMES" }],
    });
    await expect(save({ HOME_URL: env().BASE_URL })).rejects.toMatchObject({
      problems: [{ path: "HOME_URL", code: "not_allowed" }],
    });
    expect(await stored()).toEqual({});
  });

  it("stores pages of further hosts, and refuses those that lead in a circle", async () => {
    const before = { ...env() };
    const { BASE_URL } = before;
    Object.assign(env(), parseEnv({ BASE_URL, DOMAINS: "go.brand.example,l.example:8443" }));
    try {
      await save({
        "HOME_URL@go.brand.example": "https://brand.example/",
        "NOT_FOUND_URL@l.example": "https://example.com/{slug}",
        "HOME_URL@old.example": "https://example.com/",
        "SITE_NAME@l.example": "x",
      });
      const kept = {
        "HOME_URL@go.brand.example": "https://brand.example/",
        "NOT_FOUND_URL@l.example": "https://example.com/{slug}",
      };
      expect(await stored()).toEqual(kept);
      expect(await listDomainSettings(running().config)).toEqual({
        "HOME_URL@l.example": "",
        "NOT_FOUND_URL@go.brand.example": "",
        ...kept,
      });
      expect(siteSettingAt("l.example:8443", "NOT_FOUND_URL")).toBe("https://example.com/{slug}");
      expect(siteSettingAt("l.example:8443", "HOME_URL")).toBeUndefined();
      await expect(
        save({ "HOME_URL@l.example": "https://go.brand.example/x", HOME_URL: "x" }),
      ).rejects.toMatchObject({
        problems: [
          { path: "HOME_URL", code: "invalid_format" },
          { path: "HOME_URL@l.example", code: "not_allowed" },
        ],
      });
      await save({ "HOME_URL@go.brand.example": "" });
      expect(Object.keys(await stored())).toEqual(["NOT_FOUND_URL@l.example"]);
    } finally {
      Object.assign(env(), before);
    }
  });

  it("leaves what the environment sets alone", async () => {
    const before = { SITE_NAME: undefined, DESTINATION_SCHEMES: undefined, ...env() };
    await save({ SITE_NAME: "Stored" });
    Object.assign(
      env(),
      parseEnv({ BASE_URL: before.BASE_URL, SITE_NAME: "Given", DESTINATION_SCHEMES: "tel,sms" }),
    );
    try {
      await save({ SITE_NAME: "Other", PRIVACY_URL: "https://example.com/privacy" });
      expect(await stored()).toEqual({
        SITE_NAME: "Stored",
        PRIVACY_URL: "https://example.com/privacy",
      });
      expect(siteSettings().SITE_NAME).toBe("Given");
      expect(await listSettings(running().settings)).toMatchObject({
        SITE_NAME: { value: "Given", isGiven: true },
        DESTINATION_SCHEMES: { value: "tel, sms", isGiven: true },
      });
    } finally {
      Object.assign(env(), before);
    }
  });
});

describe("the settings loader", () => {
  it("reads over another connection when the first one has gone silent", async () => {
    await own.service.database.settings.reload();
    const { rows } = await own.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'slugline' AND state = 'idle'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    const signal = (name: "SIGSTOP" | "SIGCONT") =>
      rows.forEach(({ pid }) => void process.kill(pid, name));
    await own.query(`INSERT INTO "SiteSetting" VALUES ('SITE_NAME', 'Changed')`);
    signal("SIGSTOP");
    try {
      // Ten times as long as a read may hold up the next one; without that bound it is 12 s.
      await withDeadline(own.service.database.settings.reload(), 5_000);
      expect(own.service.database.settings.isUnread).toBe(true);
      await withDeadline(own.service.database.settings.reload(), 5_000);
      expect([siteSettings().SITE_NAME, own.service.database.settings.isUnread]).toEqual([
        "Changed",
        false,
      ]);
    } finally {
      signal("SIGCONT");
    }
  });
});
