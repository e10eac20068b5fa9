import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAppPlatform, readClientSoftware } from "@/lib/core/client-software";
import {
  chooseDestination,
  findCountryProblem,
  listCountries,
  listLanguages,
  mostCountries,
} from "@/lib/core/destination-rules";
import { canonicalTag } from "@/lib/texts/locale";
import { inEnglish } from "../../support/in-english";
import { realBrowsers } from "../support/real-browsers";

/** One of each kind that rules tell apart. */
const userAgents = {
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  ipad: "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
  instagram:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 Instagram 331.0 (iPhone14,5; iOS 17_5; en_US; scale=3.00; 1170x2532)",
  android:
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36",
  windowsPhone:
    "Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15063",
  windows:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36",
  mac: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
  linux: "Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0",
  none: "",
};

const url = "https://example.com/";
const all = {
  url,
  ios: "https://ios.example/",
  android: "https://android.example/",
  geo: { DE: "https://de.example/", FR: "https://fr.example/" },
  languages: null,
  schedule: null,
};
const at = new Date("2030-06-01T12:00:00Z");
const any = (_address: string) => true;
const choose = (link: typeof all, userAgent: string, country: string | null, isAllowed = any) =>
  chooseDestination(
    link,
    { platform: readAppPlatform(userAgent), country, locale: null, at },
    isAllowed,
  );

describe("readAppPlatform", () => {
  const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Mobile Safari/537.36";
  const safari = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1";
  it.each([
    ["android", `Mozilla/5.0 (Linux; Android 10; HarmonyOS; ELS-AN00; HMSCore 6.1.0) ${chrome}`],
    ["android", "Mozilla/5.0 (Android 10; HarmonyOS; Mobile; rv:126.0) Gecko/126.0 Firefox/126.0"],
    ["android", `Mozilla/5.0 (Linux; HarmonyOS; LIO-AN00; HMSCore 6.0) ${chrome}`],
    ["android", "Dalvik/2.1.0 (Linux; U; Android 10; HarmonyOS; NOH-AN00)"],
    [
      null,
      `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${chrome} ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.1`,
    ],
    [null, `Mozilla/5.0 (Phone; HarmonyOS 5.0) ${chrome} ArkWeb/4.1`],
    ["android", `Mozilla/5.0 (Linux; Android 11; KFTRWI) ${chrome} Silk/108.1 like Chrome/108.0`],
    [
      null,
      "Mozilla/5.0 (X11; U; Linux armv7l like Android; en-us) AppleWebKit/531.2+ Version/5.0 Kindle/3.0+",
    ],
    [
      null,
      "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36",
    ],
    [
      null,
      "Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; ARM; Trident/7.0; rv:11.0; IEMobile/11.0; NOKIA) like iPhone OS 7_0_3 Mac OS X",
    ],
    [null, "Mozilla/5.0 (Mobile; LYF/F90M; Android; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5"],
    [null, "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/94.0.0.0 Safari/537.36"],
    ["android", "UCWEB/2.0 (Linux; U; Adr 9; en-US; RMX1945) U2/1.0.0 UCBrowser/10.7.9.856 Mobile"],
    ["ios", `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`],
    ["ios", `Mozilla/5.0 (iPod touch; CPU iPhone OS 12_0 like Mac OS X) ${safari}`],
    [null, userAgents.mac],
    [null, null],
  ])("finds %j in %s", (platform, userAgent) => {
    expect(readAppPlatform(userAgent)).toBe(platform);
  });

  it("looks at no more of a user agent than all else does, whose patterns are slow", () => {
    const text = "HarmonyOS ".repeat(200_000);
    expect(readAppPlatform(`${text}HMSCore`)).toBeNull();
  });

  it("agrees with the name of the system for people's browsers", () => {
    const platforms: Record<string, string> = { iOS: "ios", Android: "android" };
    const others = realBrowsers.filter((text) => {
      const { os } = readClientSoftware(text);
      return os !== "HarmonyOS" && readAppPlatform(text) !== (platforms[os] ?? null);
    });
    // What pretends to be a Mac or Android, and old iPhones that the parser does not know.
    const isKnown = /^Mozilla\/5\.0 \(Macintosh;.* Mobile\/|like Android|KAIOS|; Adr |\(iPhone; /;
    expect(others.filter((text) => !isKnown.test(text))).toEqual([]);
  });
});

describe("chooseDestination", () => {
  it.each([
    ["iphone", "DE", "ios"],
    ["ipad", null, "ios"],
    ["instagram", "FR", "ios"],
    ["android", "DE", "android"],
    ["windowsPhone", "DE", "DE"],
    ["windows", "DE", "DE"],
    ["mac", "FR", "FR"],
    ["windows", "AT", "default"],
    ["linux", null, "default"],
    ["none", null, "default"],
  ] as const)("leads %s in %s to %s", (agent, country, destination) => {
    const chosen = choose(all, userAgents[agent], country);
    const host = destination === "default" ? "example.com" : `${destination}.example`.toLowerCase();
    expect(chosen).toEqual({ destination, url: `https://${host}/` });
  });

  it("passes over an address that may no longer be redirected to", () => {
    const link = { ...all, ios: "myapp://open" };
    const isAllowed = (address: string) => address.startsWith("https:");
    expect(choose(link, userAgents.iphone, "DE", isAllowed).destination).toBe("DE");
    expect(choose(link, userAgents.iphone, null, isAllowed).destination).toBe("default");
  });

  it("finds no country in what every object has", () => {
    expect(choose(all, "", "constructor").destination).toBe("default");
    expect(choose(all, "", "__proto__").destination).toBe("default");
  });

  const code = fc.constantFrom("DE", "FR", "AT", "US", "JP");
  const tag = fc.constantFrom("de", "de-AT", "pt", "pt-BR", "zh-Hant");
  const locale = fc.constantFrom("de", "de-AT", "de-CH", "pt-BR", "zh-Hant-TW", "ja");
  const instant = fc
    .date({ min: new Date("2030-01-01"), max: new Date("2030-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString());
  const address = fc.webUrl();
  const rules = fc.record({
    url: address,
    ios: fc.option(address),
    android: fc.option(address),
    geo: fc.option(fc.dictionary(code, address, { maxKeys: 5, noNullPrototype: true })),
    languages: fc.option(fc.dictionary(tag, address, { maxKeys: 5, noNullPrototype: true })),
    schedule: fc.option(
      fc
        .uniqueArray(fc.record({ from: instant, url: address }), {
          maxLength: 5,
          selector: ({ from }) => from,
        })
        .map((entries) => entries.toSorted((a, b) => (a.from < b.from ? -1 : 1))),
    ),
  });

  it("leads every visitor to exactly one address of the link, by platform, country, language, date, then url", () => {
    const agents = fc.oneof(fc.constantFrom(...Object.values(userAgents)), fc.string());
    fc.assert(
      fc.property(
        rules,
        agents,
        fc.option(code),
        fc.option(locale),
        (link, userAgent, country, locale) => {
          const platform = readAppPlatform(userAgent);
          const chosen = chooseDestination(link, { platform, country, locale, at }, any);
          const byPlatform = {
            ...(platform === "ios" && { ios: link.ios }),
            ...(platform === "android" && { android: link.android }),
          };
          const order = [
            ...Object.entries(byPlatform),
            ...Object.entries(link.geo ?? {}).filter(([of]) => of === country),
            ...Object.entries(link.languages ?? {})
              .filter(([of]) => locale !== null && `${locale}-`.startsWith(`${of}-`))
              .sort(([a], [b]) => b.length - a.length),
            ...(link.schedule ?? [])
              .filter(({ from }) => new Date(from) <= at)
              .map(({ from, url }) => [from, url] as const)
              .reverse(),
            ["default", link.url],
          ];
          const [destination, url] = order.find(([, address]) => address !== null) ?? [];
          expect(chosen).toEqual({ destination, url });
        },
      ),
    );
  });
});

describe("country codes", () => {
  it.each(["DE", "GB", "XK", "US"])("%s is one", (known) =>
    expect(findCountryProblem(known)).toBeNull(),
  );
  it.each(["de", "UK", "EU", "XX", "ZZ", "QQ", "T1", "", "DEU", "SU", "__proto__"])(
    "%s is none",
    (other) => expect(inEnglish(findCountryProblem(other))).toContain("is not a country code"),
  );

  it("are listed by name", () => {
    const countries = listCountries();
    expect(countries.length).toBeGreaterThan(240);
    expect(countries[0]).toEqual({ code: "AF", name: "Afghanistan" });
    expect(mostCountries).toBeLessThan(countries.length);
  });
});

describe("languages", () => {
  const languages = { de: "https://de.example/", "pt-BR": "https://pt.example/" };
  const led = (locale: string | null) =>
    chooseDestination(
      { ...all, ios: null, android: null, geo: null, languages },
      { platform: null, country: null, locale, at },
      any,
    ).destination;
  it.each([
    ["de", "de"],
    ["de-AT", "de"],
    ["pt-BR", "pt-BR"],
    ["pt", "default"],
    ["pt-PT", "default"],
    ["constructor", "default"],
    [null, "default"],
  ])("%s is led to %s", (locale, expected) => expect(led(locale)).toBe(expected));

  it("are offered by name, in their current codes", () => {
    const offered = listLanguages("en");
    expect(offered).toContainEqual({ code: "de", name: "German" });
    expect(offered).toContainEqual({ code: "pt-BR", name: "Brazilian Portuguese" });
    expect(offered.filter(({ code }) => canonicalTag(code) !== code)).toEqual([]);
  });
});

describe("a schedule", () => {
  const [first, second] = ["2030-06-01T12:00:00.000Z", "2030-06-02T12:00:00.000Z"];
  const schedule = [
    { from: first, url: "https://first.example/" },
    { from: second, url: "https://second.example/" },
  ];
  it.each([
    ["2030-06-01T11:59:59.999Z", "default"],
    [first, first],
    ["2030-06-02T11:59:59.999Z", first],
    [second, second],
    ["2031-01-01T00:00:00.000Z", second],
  ])("at %s says %s", (now, expected) => {
    const chosen = chooseDestination(
      { ...all, ios: null, android: null, geo: null, schedule },
      { platform: null, country: null, locale: null, at: new Date(now) },
      any,
    );
    expect(chosen.destination).toBe(expected);
  });
});
