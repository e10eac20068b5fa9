import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { env, parseEnv } from "@/lib/config/env";
import { issues } from "@/lib/config/issues";
import { renewCountryFile } from "@/lib/visits/describe/country-file";
import { findGeoPlace, openGeoDatabase } from "@/lib/visits/describe/geo-database";
import { writeMmdb } from "../../support/mmdb";
import { useService } from "../support/service";
import { temporaryFolder } from "../support/temporary-folder";

const stopping = new AbortController().signal;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** An archive as npm has it, with two files before the one that counts. */
function archiveOf(country: string, content?: string): Buffer {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "package"));
  writeFileSync(join(folder, "package/README.md"), "x".repeat(700));
  writeFileSync(join(folder, "package/geo-whois-asn-country-ipv4.mmdb"), "not this one");
  const database = writeMmdb(
    { "8.0.0.0/8": { country_code: country } },
    { type: "country ipvAll" },
  );
  writeFileSync(join(folder, "package/geo-whois-asn-country.mmdb"), content ?? database);
  const names = ["README.md", "geo-whois-asn-country-ipv4.mmdb", "geo-whois-asn-country.mmdb"];
  return spawnSync("tar", ["-czf", "-", ...names.map((name) => `package/${name}`)], { cwd: folder })
    .stdout;
}

/** A registry with one version of the package; `isDamaged`: its archive is another one. */
async function registry(archive: Buffer, isDamaged = false): Promise<string> {
  const digest = createHash("sha512").update(archive).digest("base64");
  const server = createServer((request, response) => {
    if (request.url?.endsWith(".tgz"))
      return response.end(isDamaged ? Buffer.concat([archive, archive]) : archive);
    expect(request.url).toBe("/@ip-location-db%2fgeo-whois-asn-country-mmdb");
    const dist = { tarball: `${url}/file.tgz`, integrity: `sha512-${digest}` };
    return response.end(
      JSON.stringify({ "dist-tags": { latest: "2.3.1" }, versions: { "2.3.1": { dist } } }),
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closing.push(() => server.close());
  return url;
}

function start() {
  useService({ DATA_DIR: temporaryFolder(), GEO_DATABASE: "country" });
  return join(env().DATA_DIR, "country.mmdb");
}

it("one word gives countries: the file is fetched, used at once, and renewed after a month", async () => {
  const path = start();
  await openGeoDatabase();
  expect(findGeoPlace("8.8.8.8").country).toBeNull();
  // It is awaited, not broken.
  expect(issues().list()).toEqual([]);

  await renewCountryFile(new Date(), stopping, await registry(archiveOf("DE")));
  expect(findGeoPlace("8.8.8.8").country).toBe("DE");
  expect(readdirSync(env().DATA_DIR)).toEqual(["country.mmdb"]);

  const newer = await registry(archiveOf("FR"));
  await renewCountryFile(new Date(), stopping, newer);
  expect(findGeoPlace("8.8.8.8").country).toBe("DE");
  utimesSync(path, new Date(), new Date(Date.now() - 31 * 86_400_000));
  await renewCountryFile(new Date(), stopping, newer);
  expect(findGeoPlace("8.8.8.8").country).toBe("FR");
});

it("what is not what the registry says is not used, and is reported until it can be had", async () => {
  const path = start();
  for (const from of [await registry(archiveOf("DE"), true), "http://127.0.0.1:1"]) {
    await renewCountryFile(new Date(), stopping, from);
    expect(existsSync(path)).toBe(false);
    expect(
      issues()
        .list()
        .map(({ name }) => name),
    ).toEqual(["country-file"]);
  }
  await renewCountryFile(new Date(), stopping, await registry(archiveOf("DE")));
  expect(issues().list()).toEqual([]);
});

it("one that cannot be used leaves the earlier one, however old", async () => {
  const path = start();
  await renewCountryFile(new Date(), stopping, await registry(archiveOf("DE")));
  const before = readFileSync(path);
  utimesSync(path, new Date(), new Date(Date.now() - 31 * 86_400_000));
  await renewCountryFile(new Date(), stopping, await registry(archiveOf("FR", "no database")));
  expect(readFileSync(path)).toEqual(before);
  expect(issues().list()).toMatchObject([{ name: "country-file" }]);
  expect(readdirSync(env().DATA_DIR)).toEqual(["country.mmdb"]);
});

it("is fetched by one process of an instance, also if one was killed meanwhile", async () => {
  const path = start();
  const from = await registry(archiveOf("DE"));
  writeFileSync(`${path}.claim`, "");
  await renewCountryFile(new Date(), stopping, from);
  expect(existsSync(path)).toBe(false);
  await renewCountryFile(new Date(Date.now() + 180_000), stopping, from);
  expect(readdirSync(env().DATA_DIR)).toEqual(["country.mmdb"]);
});

it("asks nobody otherwise", async () => {
  const folder = temporaryFolder();
  for (const GEO_DATABASE of ["", "./country", join(folder, "country.mmdb")]) {
    useService({ DATA_DIR: folder, GEO_DATABASE });
    await renewCountryFile(new Date(), stopping, "http://127.0.0.1:1");
    expect(issues().list()).toEqual([]);
  }
  expect(parseEnv({ GEO_DATABASE: "country", DATA_DIR: "/data" }).GEO_DATABASE).toBe(
    "/data/country.mmdb",
  );
  rmSync(folder, { recursive: true });
});
