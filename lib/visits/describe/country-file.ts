import { createHash, type Hash } from "node:crypto";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { issues } from "../../config/issues";
import { log } from "../../config/log";
import { dayMs } from "../../core/day";
import { sentence } from "../../texts/sentence";
import { ownPart } from "../own-part";
import { GeoDatabase } from "./geo-database";

/*
 * GEO_DATABASE=country: a file of countries, in the public domain (CC0), from a package of npm. It
 * is kept in DATA_DIR and renewed each month.
 */

const registry = "https://registry.npmjs.org";
const packageName = "@ip-location-db/geo-whois-asn-country-mmdb";
const fileName = "geo-whois-asn-country.mmdb";

/** The file has 8 MB, its package 16. */
const mostBytes = 64 * 1024 ** 2;
const limitMs = 60_000;
const renewedMs = 30 * dayMs;

/**
 * Gets the file if it is missing or a month old, unless another process of this instance is about
 * it. One that cannot be had or used leaves the earlier one.
 */
export async function renewCountryFile(
  now: Date,
  stopping: AbortSignal,
  from = registry,
): Promise<void> {
  const { countryFile: path } = ownPart().config;
  if (path === null) return;
  const isYounger = async (file: string, ageMs: number) => {
    const found = await stat(file).catch(() => null);
    return found !== null && now.getTime() - found.mtimeMs < ageMs;
  };
  if (await isYounger(path, renewedMs)) return;
  const claim = `${path}.claim`;
  // That of a process that was killed.
  if (!(await isYounger(claim, 2 * limitMs))) await rm(claim, { force: true });
  try {
    await writeFile(claim, "", { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
    throw error;
  }
  try {
    const content = await fileIn(await newestPackage(from, stopping));
    new GeoDatabase(path).open(content);
    const whole = `${path}.${process.pid}`;
    await writeFile(whole, content);
    await rename(whole, path);
    await ownPart().geoDatabase?.load();
    issues().clear("country-file");
    log().info(`got a file of countries from ${from}`);
  } catch (error) {
    if (stopping.aborted) return;
    const reason = error instanceof Error ? error.message : String(error);
    log().warn(`no file of countries from ${from}: ${reason}`);
    issues().raise({
      name: "country-file",
      text: sentence("countryFileMissing", { host: new URL(from).host }),
      advice: sentence("countryFileAdvice", { path }),
    });
  } finally {
    await rm(claim, { force: true });
  }
}

interface Published {
  "dist-tags": { latest: string };
  versions: Record<string, { dist: { tarball: string; integrity: string } }>;
}

/** The archive of the newest version, which is what the registry says that it is. */
async function newestPackage(from: string, stopping: AbortSignal): Promise<Buffer> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(limitMs)]);
  const said = await fetchBytes(`${from}/${packageName.replace("/", "%2f")}`, signal);
  const published = JSON.parse(said.toString("utf8")) as Published;
  const { tarball, integrity } = published.versions[published["dist-tags"].latest]?.dist ?? {};
  if (tarball === undefined || integrity === undefined) throw new Error("no version is published");
  const hash = createHash("sha512");
  const archive = await fetchBytes(tarball, signal, hash);
  if (integrity !== `sha512-${hash.digest("base64")}`)
    throw new Error("the archive was changed on its way");
  return archive;
}

/** Feeds `hash` part by part, because all at once would keep redirects waiting. */
async function fetchBytes(url: string, signal: AbortSignal, hash?: Hash): Promise<Buffer> {
  const headers = { Accept: "application/vnd.npm.install-v1+json, */*", "User-Agent": "Slugline" };
  const response = await fetch(url, { headers, signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) throw new Error("the answer is too long");
    hash?.update(part);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const blockBytes = 512;

/** A tar archive is a head of one block for each file, then its content in whole blocks. */
async function fileIn(archive: Buffer): Promise<Buffer> {
  const blocks = await promisify(gunzip)(archive, { maxOutputLength: mostBytes });
  for (let at = 0; at + blockBytes <= blocks.length; ) {
    const name = blocks.toString("latin1", at, at + 100).replace(/\0.*$/s, "");
    const size = Number.parseInt(blocks.toString("latin1", at + 124, at + 136), 8) || 0;
    const from = at + blockBytes;
    if (name.endsWith(`/${fileName}`)) return blocks.subarray(from, from + size);
    at = from + Math.ceil(size / blockBytes) * blockBytes;
  }
  throw new Error(`${fileName} is not in the archive`);
}
