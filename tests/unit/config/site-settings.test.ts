import { beforeEach, describe, expect, it } from "vitest";
import {
  destinationRules,
  lookFor,
  settingsInEffect,
  siteSettings,
} from "@/lib/config/site-settings";
import { plainLook } from "@/lib/pages/page-look";
import { useConfig } from "../support/config";

function begin(variables: Record<string, string> = {}): void {
  useConfig({ BASE_URL: "https://go.example.com", ...variables });
}

beforeEach(() => begin());

describe("siteSettings", () => {
  it("is empty with nothing set, and pages are plain", () => {
    expect(siteSettings()).toEqual({});
    expect(lookFor(null)).toEqual({ ...plainLook, varies: true });
  });

  it("takes the environment first", () => {
    begin({ SITE_NAME: "Given", PUBLIC_LANGUAGES: "false" });
    settingsInEffect().use({
      SITE_NAME: "Stored",
      PUBLIC_LANGUAGES: "true",
      IMPRINT_URL: "https://example.com/imprint",
    });
    expect(siteSettings()).toEqual({
      SITE_NAME: "Given",
      PUBLIC_LANGUAGES: false,
      IMPRINT_URL: "https://example.com/imprint",
    });
    expect(Object.keys(settingsInEffect().given()).sort()).toEqual([
      "PUBLIC_LANGUAGES",
      "SITE_NAME",
    ]);
    expect(lookFor("de").texts.lang).toBe("en");
  });

  it("follows what is stored", () => {
    const heard: unknown[] = [];
    settingsInEffect().follow((stored) => heard.push(stored));
    settingsInEffect().use({ SITE_NAME: "One" });
    expect(lookFor(null).name).toBe("One");
    settingsInEffect().use({});
    expect(lookFor(null).name).toBeNull();
    expect(heard).toEqual([{}, { SITE_NAME: "One" }, {}]);
  });

  it("ignores stored values that are no longer valid, alone", () => {
    settingsInEffect().use({
      HOME_URL: "https://go.example.com/",
      ACCENT_COLOR: "red",
      SITE_NAME: "Kept",
      UNKNOWN: "x",
    });
    expect(siteSettings()).toEqual({ SITE_NAME: "Kept" });
  });

  it("gives destinations their schemes", () => {
    expect(destinationRules().schemes).toEqual(new Set());
    settingsInEffect().use({ DESTINATION_SCHEMES: "mailto" });
    expect(destinationRules()).toMatchObject({
      BASE_URL: "https://go.example.com",
      PORT: 3000,
      schemes: new Set(["mailto"]),
    });
  });
});

describe("lookFor", () => {
  it("speaks the visitor's language, also with nothing set, unless that is switched off", () => {
    for (const settings of [{}, { SITE_NAME: "Acme" }, { PREVIEW_PAGES: "true" }]) {
      settingsInEffect().use(settings);
      expect(lookFor("de")).toMatchObject({ varies: true, texts: { lang: "de" } });
      expect(lookFor(null)).toMatchObject({ varies: true, texts: { lang: "en" } });
      settingsInEffect().use({ ...settings, PUBLIC_LANGUAGES: "false" });
      expect(lookFor("de")).toMatchObject({ varies: false, texts: { lang: "en" } });
    }
  });

  it("speaks it with nothing else set", () => {
    settingsInEffect().use({
      PUBLIC_LANGUAGES: "true",
      PRIVACY_URL: "https://example.com/privacy",
    });
    expect(lookFor("de-CH").texts.lang).toBe("de");
    expect(lookFor("de-CH")).toMatchObject({
      varies: true,
      links: [{ text: "Datenschutz", href: "https://example.com/privacy" }],
    });
    expect(lookFor(null)).toMatchObject({ varies: true, texts: { lang: "en" } });
  });
});
