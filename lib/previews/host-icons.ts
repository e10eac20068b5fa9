import { createHash } from "node:crypto";
import { log } from "../config/log";
import { dayMs } from "../core/day";
import { errorText } from "../core/errors";
import { parseUrl } from "../core/hosts";
import { database } from "../database/client";
import { preferReplica } from "../database/in-snapshot";
import { iconAddresses } from "./choose-icon";
import type { FetchedHead } from "./fetch-head";
import { readBytes } from "./fetch-image";
import { guardedFetch } from "./guarded-fetch";
import { type IconFile, iconFile } from "./icon-file";
import { ownPart } from "./own-part";
import { inScrapeTurn, inTime } from "./scrape-turn";

/** Read again after this time, sooner where there was none. */
const freshMs = 14 * dayMs;
const emptyFreshMs = 2 * dayMs;
const maxBytes = 256 * 1024;

/** Reads that run, by host. */
export const newIconReads = () => new Map<string, Promise<void>>();

/**
 * Reads and stores the icon of the host of a page that was just read, in its own turn, unless it is
 * known. A page that another host answered says nothing of the host that was asked. Never throws:
 * without an icon the dashboard shows a letter.
 */
export function readHostIcon(asked: string, head: FetchedHead): void {
  const host = iconHost(asked);
  const { icons: reads } = ownPart();
  if (host === null || host !== iconHost(head.url) || reads.has(host)) return;
  const read = refresh(host, iconAddresses(head))
    .catch((error: unknown) => {
      const reason = errorText(error);
      log().debug({ reason }, "the icon of a host was not stored");
    })
    .finally(() => reads.delete(host));
  reads.set(host, read);
}

async function refresh(host: string, addresses: string[]): Promise<void> {
  const stored = await database().hostIcon.findUnique({
    where: { host },
    select: { type: true, checkedAt: true },
  });
  const age = stored ? Date.now() - stored.checkedAt.getTime() : Number.POSITIVE_INFINITY;
  if (age < (stored?.type ? freshMs : emptyFreshMs)) return;
  const icon = await firstOf(addresses);
  const version = icon && createHash("sha256").update(icon.bytes).digest("hex").slice(0, 12);
  const row = {
    ...{ type: icon?.type ?? null, version, checkedAt: new Date() },
    bytes: icon && new Uint8Array(icon.bytes),
  };
  // One that cannot be read any more stays.
  const update = icon ? row : { checkedAt: row.checkedAt };
  await database().hostIcon.upsert({ where: { host }, create: { host, ...row }, update });
}

async function firstOf(addresses: string[]): Promise<IconFile | null> {
  const accepted = {
    Accept: "image/png,image/svg+xml,image/x-icon,image/webp,image/*",
    "Accept-Encoding": "identity",
  };
  for (const url of addresses) {
    const { value } = await inScrapeTurn(url, () =>
      inTime((signal) =>
        guardedFetch({ url, policy: ownPart().policy, signal, accepted }, async (response) =>
          iconFile(await readBytes(response, maxBytes)),
        ),
      ),
    );
    if (value) return value;
  }
  return null;
}

/** The icons that hosts of these pages have, by the page: addresses on this service. */
export async function findIcons(urls: readonly string[]): Promise<Map<string, string>> {
  const hosts = new Map(urls.map((url) => [url, iconHost(url) ?? ""]));
  // The list of the dashboard works while only a replica does.
  const rows = await preferReplica("owners", (reader) =>
    reader.hostIcon.findMany({
      where: { host: { in: [...new Set(hosts.values())] }, type: { not: null } },
      select: { host: true, version: true },
    }),
  );
  const versions = new Map(rows.map(({ host, version }) => [host, version]));
  return new Map(
    [...hosts].flatMap(([url, host]) => {
      const version = versions.get(host);
      return version ? [[url, iconAddress(host, version)]] : [];
    }),
  );
}

/** The icon of a page that was just read, which may still be on its way; null if it has none. */
export async function iconOfRead(url: string): Promise<string | null> {
  const stored = (await findIcons([url])).get(url);
  const host = iconHost(url);
  if (stored || host === null || !ownPart().icons.has(host)) return stored ?? null;
  return iconAddress(host, "new");
}

const iconAddress = (host: string, version: string) =>
  `/dashboard/icon?${new URLSearchParams({ host, v: version })}`;

/** Waits for one that is being read; null if there is none. */
export async function readIcon(
  host: string,
): Promise<(IconFile & { version: string | null }) | null> {
  await ownPart().icons.get(host);
  const row = await database().hostIcon.findUnique({ where: { host } });
  if (!row?.type || !row.bytes) return null;
  return { type: row.type, bytes: Buffer.from(row.bytes), version: row.version };
}

/** The host whose icon a page has; null for what is no page of the web. */
export function iconHost(url: string): string | null {
  const parsed = parseUrl(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  return parsed.host.replace(/^www\./, "") || null;
}
