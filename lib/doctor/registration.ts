import { z } from "zod";
import { parseUrl } from "../core/hosts";
import { readText } from "./update-check";

/** Which RDAP server knows the domains below a name (RFC 9224). */
const bootstrap = "https://data.iana.org/rdap/dns.json";
const limitMs = 10_000;

const servers = z.object({
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])),
});
const record = z.object({
  events: z.array(z.object({ eventAction: z.string(), eventDate: z.string() })).default([]),
});

/**
 * When the registration of a domain ends, as its registry says by RDAP (RFC 9083); null if that is
 * not known. `source`: `on`, or the address of a server. Throws if nobody answers.
 */
export async function readRegistration(
  domain: string,
  source: string,
  stopping: AbortSignal,
): Promise<Date | null> {
  const server = source === "on" ? await serverOf(domain, stopping) : source;
  if (server === null) return null;
  const address = `${server.replace(/\/$/, "")}/domain/${encodeURIComponent(domain)}`;
  const { events } = record.parse((await readJson(address, stopping)) ?? {});
  const end = events.find(({ eventAction }) => eventAction === "expiration")?.eventDate;
  const at = end === undefined ? null : new Date(end);
  return at === null || Number.isNaN(at.getTime()) ? null : at;
}

/** Null for names below which nobody answers. */
async function serverOf(domain: string, stopping: AbortSignal): Promise<string | null> {
  const { services } = servers.parse(await readJson(bootstrap, stopping));
  const name = domain.slice(domain.lastIndexOf(".") + 1);
  const [, urls = []] = services.find(([names]) => names.includes(name)) ?? [];
  return urls.find((url) => parseUrl(url)?.protocol === "https:") ?? null;
}

/** Null if there is nothing at the address. */
async function readJson(address: string, stopping: AbortSignal): Promise<unknown> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(limitMs)]);
  const headers = { Accept: "application/rdap+json, application/json", "User-Agent": "Slugline" };
  const response = await fetch(address, { headers, signal });
  const text = await readText(response);
  if (response.status === 404) return null;
  if (!response.ok || text === null) throw new Error(`RDAP: HTTP ${response.status}`);
  return JSON.parse(text);
}
