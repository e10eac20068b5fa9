import type { Domains } from "../../core/domain-origin";
import { canonicalHost, withoutWww } from "../../core/host-label";
import { noDomains, parseUrl } from "../../core/hosts";

/**
 * The referring host in its canonical form, without `www.`. Null (shown as Direct) if there is no
 * Referer, it cannot be parsed, or it is this service itself.
 */
export function readReferrer(
  referer: string | null,
  ownHost: string,
  domains: Domains = noDomains,
): string | null {
  const host = referer ? hostOf(referer) : null;
  return host && host !== canonicalHost(ownHost) && !domains.has(host) ? withoutWww(host) : null;
}

/** Fast path for nearly every Referer. */
const plain = /^https?:\/\/((?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,})(?:\/|$)/;

function hostOf(referer: string): string | null {
  return canonicalHost(plain.exec(referer)?.[1] ?? parseUrl(referer)?.hostname ?? "");
}
