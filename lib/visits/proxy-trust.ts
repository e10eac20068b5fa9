import { running } from "../config/running";
import type { ProxyTrust } from "../core/client-address";

/** What TRUSTED_PROXIES says. */
export function proxyTrust(): ProxyTrust {
  return running().visits.proxyTrust;
}
