type ReadHeader = (name: string) => string | null;

/**
 * The hosts that a request names: first that of `Host`, then those that a proxy says were asked
 * for. Most requests need the first only.
 */
export function* requestedHosts(header: ReadHeader): Generator<string> {
  yield header("host") ?? "";
  yield* (header("x-forwarded-host") ?? "").split(",");
  for (const [each] of (header("forwarded") ?? "").matchAll(/host="?[^";,\s]+/gi))
    yield each.replace(/^host="?/i, "");
}

/**
 * A host as two `Host` headers of one server are compared: without the port that the scheme
 * implies, and the dot of the root.
 */
export function withoutUsualPort(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/\.?(?::(?:80|443))?$/, "");
}

/** The host name alone. Cookies are for all ports of one. */
export function withoutPort(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/\.?(?::\d*)?$/, "");
}
