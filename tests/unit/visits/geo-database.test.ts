import { execFileSync } from "node:child_process";
import { renameSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { issues } from "@/lib/config/issues";
import { nowhere } from "@/lib/core/place";
import {
  findGeoPlace,
  openGeoDatabase,
  refreshGeoDatabase,
} from "@/lib/visits/describe/geo-database";
import { findGeoSource } from "@/lib/visits/describe/geo-source";
import { visitorPlace } from "@/lib/visits/describe/visitor-place";
import { inEnglish } from "../../support/in-english";
import { writeMmdb } from "../../support/mmdb";
import { headersOf } from "../support/headers";
import { useService } from "../support/service";
import { temporaryFolder } from "../support/temporary-folder";

let folder: string;
let file: string;
const city = (country: string, region: string, name: string) => ({
  country: { iso_code: country, names: { en: country } },
  subdivisions: [{ iso_code: region, names: { en: "A region" } }, { iso_code: "INNER" }],
  city: { geoname_id: 1, names: { de: "Irgendwo", en: name } },
});
const networks = {
  "81.2.69.0/24": city("GB", "ENG", "London"),
  "2001:218::/32": city("JP", "13", "Tokyo"),
};
const london = { country: "GB", region: "ENG", city: "London" };

beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "places.mmdb");
  useService({ GEO_DATABASE: file });
});

async function opened(content: Buffer): Promise<void> {
  writeFileSync(file, content);
  await openGeoDatabase();
}

describe("GEO_DATABASE", () => {
  it.each([24, 28, 32] as const)(
    "gives places of IPv4 and IPv6 addresses, with records of %i bits",
    async (recordSize) => {
      await opened(writeMmdb(networks, { recordSize }));
      expect(findGeoPlace("81.2.69.160")).toEqual(london);
      expect(findGeoPlace("2001:218::1")).toEqual({ country: "JP", region: "13", city: "Tokyo" });
    },
  );

  it.each([
    "81.2.70.1",
    "10.0.0.1",
    "127.0.0.1",
    "::1",
    "2001:219::1",
    "fe80::1%eth0",
    "",
    "unknown",
    "81.2.69.160:80",
    "999.1.1.1",
  ])("knows no place of %j", async (address) => {
    await opened(writeMmdb(networks));
    expect(findGeoPlace(address)).toEqual(nowhere);
  });

  it("needs no more than countries", async () => {
    await opened(
      writeMmdb(
        { "81.2.69.0/24": { country: { iso_code: "GB" } }, "192.0.2.0/24": { country_code: "fr" } },
        { ipVersion: 4 },
      ),
    );
    expect(findGeoPlace("81.2.69.160")).toEqual({ ...nowhere, country: "GB" });
    expect(findGeoPlace("192.0.2.1")).toEqual({ ...nowhere, country: "FR" });
    // The first bits of this address are those of 81.2.69.0.
    expect(findGeoPlace("5102:4500::1")).toEqual(nowhere);
  });

  it("takes the name of a region without a code, and no values of another kind", async () => {
    await opened(
      writeMmdb({
        "81.2.69.0/24": {
          country: { iso_code: "GB" },
          subdivisions: [{ names: { en: "England" } }],
          city: { names: { en: " Lon\u0000don " } },
        },
        "192.0.2.0/24": {
          country: { iso_code: "Utopia" },
          subdivisions: "none",
          city: { names: ["x"] },
        },
      }),
    );
    expect(findGeoPlace("81.2.69.160")).toEqual({
      country: "GB",
      region: "England",
      city: "London",
    });
    expect(findGeoPlace("192.0.2.1")).toEqual(nowhere);
  });

  it("comes after the headers of an edge platform, and after their check", async () => {
    await opened(writeMmdb(networks));
    const header = headersOf({ "cf-ipcountry": "FR" });
    expect(visitorPlace({ header, peerAddress: "127.0.0.1" }, "81.2.69.160")).toEqual({
      ...nowhere,
      country: "FR",
    });
    expect(visitorPlace({ header, peerAddress: "198.51.100.1" }, "81.2.69.160")).toEqual(london);
    expect(
      visitorPlace({ header: headersOf({}), peerAddress: "127.0.0.1" }, "81.2.69.160"),
    ).toEqual(london);
  });

  it("unset, there are no places", async () => {
    useService();
    await openGeoDatabase();
    expect([findGeoPlace("81.2.69.160"), await findGeoSource()]).toEqual([nowhere, null]);
    await refreshGeoDatabase(new Date());
  });
});

const incomplete = expect.stringMatching(
  /^GEO_DATABASE names \/.*places\.mmdb, which is not a complete MaxMind DB file \(\.mmdb\): download/,
);
const good = writeMmdb(networks);

/** Each with what is said about it. */
const broken: [string, Buffer, unknown][] = [
  ["an empty file", Buffer.alloc(0), incomplete],
  ["another file", Buffer.from("<html>Please sign in</html>"), incomplete],
  ["a file that was cut off", good.subarray(0, good.length - 40), incomplete],
  ["the end of a file", good.subarray(good.length - 300), incomplete],
  ["a file without a date", writeMmdb(networks, { builtAt: new Date(Number.NaN) }), incomplete],
  ["a file with its metadata too early", Buffer.concat([good, Buffer.alloc(200_000)]), incomplete],
  [
    "a file without countries",
    writeMmdb({ "1.0.0.0/8": { autonomous_system_number: 209 } }, { type: "GeoLite2-ASN" }),
    expect.stringMatching(
      /places\.mmdb \(GeoLite2-ASN\), which has no countries: use a country or city database\.$/,
    ),
  ],
];

describe("a file that cannot be used", () => {
  const raised = (text: unknown, advice: string) => [
    { name: "geo-database", text, advice: expect.stringContaining(advice) },
  ];

  it.each(broken)(
    "at start leaves places unknown, with an issue until it is repaired: %s",
    async (_, content, message) => {
      await opened(content);
      expect(inEnglish(issues().list())).toEqual(raised(message, "are unknown until then"));
      expect(findGeoPlace("81.2.69.160")).toEqual(nowhere);
      replace(good);
      await refreshGeoDatabase(later());
      expect([inEnglish(issues().list()), findGeoPlace("81.2.69.160")]).toEqual([[], london]);
    },
  );

  it.each<[string, () => unknown, string]>([
    ["no file", () => {}, "(ENOENT): correct the path"],
    ["a folder", () => useService({ GEO_DATABASE: folder }), "(not a regular file)"],
    ["a named pipe", () => execFileSync("mkfifo", [file]), "(not a regular file)"],
    [
      "a file of more than 1 GB",
      () => opened(good).then(() => truncateSync(file, 2 ** 30 + 1)),
      "(larger than 1 GB)",
    ],
  ])("says why it cannot be read: %s", async (_, make, reason) => {
    await make();
    await openGeoDatabase();
    expect(inEnglish(issues().list())).toEqual(
      raised(expect.stringContaining(`which cannot be read ${reason}`), "are unknown until then"),
    );
  });

  it("reports records that cannot be read, and gives the others", async () => {
    const damaged = writeMmdb({ ...networks, "192.0.2.0/24": city("FR", "ARA", "Lyon") });
    // The last record's first byte, a map of three entries, becomes a pointer behind the end of the
    // file.
    damaged.fill(0xff, damaged.indexOf("FR") - 14, damaged.indexOf("FR"));
    await opened(damaged);
    expect([findGeoPlace("81.2.69.160"), inEnglish(issues().list())]).toEqual([london, []]);
    expect(findGeoPlace("192.0.2.1")).toEqual(nowhere);
    await refreshGeoDatabase(later());
    expect(inEnglish(issues().list())).toEqual(raised(incomplete, "of some visitors are unknown"));
    replace(good);
    await refreshGeoDatabase(later());
    expect(inEnglish(issues().list())).toEqual([]);
  });

  it.each([...broken, ["no file", null, expect.stringContaining("(ENOENT)")] as const])(
    "later leaves the earlier one in use, with an issue until it is repaired: %s",
    async (_, content, message) => {
      await opened(good);
      replace(content);
      for (let round = 0; round < 2; round++) await refreshGeoDatabase(later());
      expect(inEnglish(issues().list())).toEqual(raised(message, "still come from the file"));
      expect(findGeoPlace("81.2.69.160")).toEqual(london);
      replace(writeMmdb({ "81.2.69.0/24": city("GB", "WLS", "Cardiff") }));
      await refreshGeoDatabase(later());
      expect(inEnglish(issues().list())).toEqual([]);
      expect(findGeoPlace("81.2.69.160")).toMatchObject({ city: "Cardiff" });
    },
  );
});

/** As downloads do it: a new file in the place of the old one. */
function replace(content: Buffer | null): void {
  rmSync(file, { force: true });
  if (content === null) return;
  writeFileSync(`${file}.part`, content);
  renameSync(`${file}.part`, file);
}

const later = () => new Date(Date.now() + 60_000);

describe("a file that changes", () => {
  it("is read again, once it has settled", async () => {
    await opened(good);
    replace(writeMmdb({ "81.2.69.0/24": city("GB", "SCT", "Glasgow") }));
    await refreshGeoDatabase(new Date(statSync(file).mtimeMs + 1_000));
    expect(findGeoPlace("81.2.69.160")).toEqual(london);
    await refreshGeoDatabase(later());
    expect(findGeoPlace("81.2.69.160")).toMatchObject({ city: "Glasgow" });
  });

  it("is read again with an earlier time, or one in the future", async () => {
    await opened(good);
    for (const [name, at] of [
      ["Leeds", "2020-01-01"],
      ["York", "2200-01-01"],
    ] as const) {
      replace(writeMmdb({ "81.2.69.0/24": city("GB", "ENG", name) }));
      utimesSync(file, new Date(at), new Date(at));
      await refreshGeoDatabase(new Date());
      expect(findGeoPlace("81.2.69.160")).toMatchObject({ city: name });
    }
  });
});

describe("findGeoSource", () => {
  const builtAt = new Date("2026-11-03T10:00:00.000Z");

  it.each([
    ["GeoLite2-City", "MaxMind", "https://www.maxmind.com"],
    ["DBIP-Country-Lite", "DB-IP", "https://db-ip.com"],
  ])("names the file's type, age and credit: %s", async (type, name, href) => {
    writeFileSync(file, writeMmdb(networks, { type, builtAt }));
    expect(await findGeoSource()).toEqual({
      type,
      builtAt,
      credit: { text: expect.any(String), name, href },
    });
  });

  it.each(["GeoIP2-City", "DBIP-Location"])(
    "a file that was paid for needs no credit: %s",
    async (type) => {
      writeFileSync(file, writeMmdb(networks, { type, builtAt }));
      expect(await findGeoSource()).toEqual({ type, builtAt, credit: null });
    },
  );

  it.each(["nothing", writeMmdb(networks, { builtAt: new Date(Number.NaN) })])(
    "is silent about a file that cannot be used, %#",
    async (content) => {
      writeFileSync(file, content);
      expect(await findGeoSource()).toBeNull();
    },
  );

  it("names the earlier file while a new one cannot be read", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      writeFileSync(file, writeMmdb(networks, { builtAt }));
      const first = await findGeoSource();
      writeFileSync(file, "nothing");
      vi.advanceTimersByTime(61_000);
      expect(await findGeoSource()).toEqual(first);
      expect(first).toMatchObject({ builtAt });
    } finally {
      vi.useRealTimers();
    }
  });
});
