import { env } from "../config/env";
import { ProcessWide } from "../config/process-wide";
import { type ProxyTrust, trustProxies } from "../core/client-address";

const trust = new ProcessWide("proxy-trust", () => trustProxies(env().TRUSTED_PROXIES));

export function proxyTrust(): ProxyTrust {
  return trust.get();
}
