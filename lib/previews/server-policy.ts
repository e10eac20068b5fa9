import type { Env } from "../config/env";
import { isNamed, refusedField } from "../core/errors";
import { parseUrl } from "../core/hosts";
import type { ScrapeError } from "./scrape-error";
import { publicWeb, type ScrapePolicy, vetUrl } from "./scrape-policy";

/** A host that cannot be looked up now may exist later. */
const limitMs = 2_000;

const ports = { SMTP_URL: [25, 465, 587, 2525], OIDC_ISSUER: [443] };
type Server = keyof typeof ports;

/**
 * Where a server that owners set in the dashboard may be. They reach no other service of this network
 * by it, unless whoever runs this one allows its host.
 */
export function serverPolicy(config: Env, server: Server): ScrapePolicy {
  const policy = publicWeb(config, config.MESSAGE_ALLOW_HOSTS);
  return { ...policy, mayBeOwn: true, ports: ports[server] };
}

export function mailPort({ protocol, port }: URL): number {
  return Number(port) || (protocol === "smtps:" ? 465 : 587);
}

/** Host and port of a mail server, as the policy reads them. */
export function mailAddress(server: URL): string {
  return `https://${server.hostname}:${mailPort(server)}`;
}

/** Throws `validation_failed` if one of the servers that were entered may not be reached. */
export async function refusePrivateServers(
  entered: Readonly<Record<string, string>>,
  config: Env,
): Promise<void> {
  for (const server of ["SMTP_URL", "OIDC_ISSUER"] as const) {
    const url = parseUrl(entered[server]?.trim() ?? "");
    // Its rule refuses what is no address.
    if (url !== null && /^(?:smtps?|https?):$/.test(url.protocol))
      await refusePrivate(server, url, config);
  }
}

async function refusePrivate(server: Server, url: URL, config: Env): Promise<void> {
  const address = server === "SMTP_URL" ? mailAddress(url) : url.href;
  try {
    await vetUrl(address, serverPolicy(config, server), AbortSignal.timeout(limitMs));
  } catch (error) {
    const isRefused =
      isNamed<ScrapeError>(error, "ScrapeError") &&
      (error.code === "address_not_public" || error.code === "port_not_allowed");
    if (isRefused)
      throw refusedField(server, "mustBePublicServer", { ports: ports[server].join(", ") });
  }
}
