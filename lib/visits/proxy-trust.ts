import { env } from "../config/env";
import { PerService } from "../config/per-service";
import { type ProxyTrust, trustProxies } from "../core/client-address";

const trust = new PerService("proxy-trust", () => trustProxies(env().TRUSTED_PROXIES));

export function proxyTrust(): ProxyTrust {
  return trust.get();
}
