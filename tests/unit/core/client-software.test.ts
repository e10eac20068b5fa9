import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalName, readClientSoftware } from "@/lib/core/client-software";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const unknown = { device: "Unknown", browser: "Unknown", os: "Unknown" };

describe("readClientSoftware", () => {
  it.each([
    [
      "Desktop",
      "Chrome",
      "Windows",
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36`,
    ],
    [
      "Desktop",
      "Edge",
      "Windows",
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.68`,
    ],
    [
      "Desktop",
      "Safari",
      "Mac OS",
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
    ],
    [
      "Desktop",
      "Firefox",
      "Linux",
      "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
    ],
    [
      "Desktop",
      "Firefox",
      "Ubuntu",
      "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
    ],
    [
      "Desktop",
      "Chrome",
      "Chromium OS",
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/126.0.0.0 Safari/537.36`,
    ],
    [
      "Mobile",
      "Mobile Safari",
      "iOS",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    ],
    [
      "Mobile",
      "Chrome",
      "Android",
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`,
    ],
    [
      "Mobile",
      "Firefox",
      "Android",
      "Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0",
    ],
    [
      "Tablet",
      "Mobile Safari",
      "iOS",
      "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    ],
    [
      "Tablet",
      "Chrome",
      "Android",
      `Mozilla/5.0 (Linux; Android 13; SM-X906C) ${webkit} Chrome/126.0.0.0 Safari/537.36`,
    ],
    [
      "TV",
      "Samsung Internet",
      "Tizen",
      "Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/538.1 (KHTML, like Gecko) Version/5.0 SamsungBrowser/2.2 TV Safari/538.1",
    ],
    [
      "Console",
      "",
      "PlayStation",
      "Mozilla/5.0 (PlayStation; PlayStation 5/9.60) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Safari/605.1.15",
    ],
    [
      "Console",
      "Edge",
      "Xbox",
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) ${webkit} Chrome/126.0.0.0 Safari/537.36 Edge/44.18363.8131`,
    ],
    [
      "Wearable",
      "",
      "",
      "Mozilla/5.0 (Linux; Android 11; SM-R860 Build/RWD1; Pebble) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/96 Mobile Safari/537.36 Pebble/4.3 app",
    ],
    [
      "Wearable",
      "Oculus Browser",
      "",
      `Mozilla/5.0 (X11; Linux x86_64; Quest 2) ${webkit} OculusBrowser/28.0.0 Chrome/116.0.5845.196 VR Safari/537.36`,
    ],
    [
      "Embedded",
      "",
      "",
      `Mozilla/5.0 (X11; GNU/Linux) ${webkit} Chromium/79.0.3945.130 Chrome/79.0.3945.130 Safari/537.36 Tesla/2020.16.2.1-e99c70fff409`,
    ],
  ])("%s: %s on %s", (device, browser, os, userAgent) => {
    const read = readClientSoftware(userAgent);
    expect(read.device).toBe(device);
    if (browser) expect(read.browser).toBe(browser);
    if (os) expect(read.os).toBe(os);
  });

  it.each([
    null,
    "",
    "curl/8.5.0",
    "python-requests/2.32.3",
    "node",
    "my-script/1.0",
    "\0\0",
    "a".repeat(10_000),
  ])("recognises nothing in %j", (userAgent) => {
    expect(readClientSoftware(userAgent)).toEqual(unknown);
  });

  it("returns only known devices and clean names for any input", () => {
    const part = fc.oneof(
      fc.constantFrom(
        "Mozilla/5.0 (",
        "Linux; Android 14; ",
        "iPad",
        "SmartTV",
        "Windows NT 10.0",
        ") ",
        "Chrome/1",
        "\0",
        "é",
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const { device, browser, os } = readClientSoftware(parts.join(""));
        expect([
          "Desktop",
          "Mobile",
          "Tablet",
          "TV",
          "Console",
          "Wearable",
          "Embedded",
          "Unknown",
        ]).toContain(device);
        for (const name of [browser, os]) expect(name).toMatch(/^\P{Cc}{1,64}$/u);
      }),
    );
  });

  it.each([
    ["PLAYSTATION", "PlayStation"],
    ["mobile safari", "Mobile Safari"],
    ["MobileSafari", "Mobile Safari"],
    ["WebOS", "webOS"],
    ["Opensuse", "openSUSE"],
    ["Windows Phone OS", "Windows Phone"],
    ["red hat", "RedHat"],
    ["NEW  browser", "New Browser"],
    ["new Browser", "New Browser"],
    [" ", "Unknown"],
    [undefined, "Unknown"],
  ])("spells %j as %s", (given, name) => {
    expect(canonicalName(given)).toBe(name);
    expect(canonicalName(name)).toBe(name);
  });

  it("has one form for each agent in any case", () => {
    const agents = [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36`,
      "Mozilla/5.0 (PLAYSTATION 3 4.91) AppleWebKit/531.22.8 (KHTML, like Gecko)",
      "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
      "Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/29.3709; U; en) Presto/2.8.119 Version/11.10",
    ];
    for (const agent of agents) {
      for (const spelled of [agent.toLowerCase(), agent.toUpperCase()])
        expect(readClientSoftware(spelled)).toEqual(readClientSoftware(agent));
    }
  });
});
