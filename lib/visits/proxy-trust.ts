import { env } from "../env";
import { ProcessWide } from "../process-wide";
import { type ProxyTrust, trustProxies } from "./client-address";

const trust = new ProcessWide("proxy-trust", () => trustProxies(env().TRUSTED_PROXIES));

/** The proxies of TRUSTED_PROXIES. */
export function proxyTrust(): ProxyTrust {
  return trust.get();
}
