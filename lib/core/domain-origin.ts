/** The host name alone. Cookies are for all ports of one. */
export function withoutPort(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/\.?(?::\d*)?$/, "");
}

/** Further hosts of short links by host name. The value is the host as short links show it. */
export type Domains = ReadonlyMap<string, string>;

/**
 * What short links at this further host begin with. Null, and a host that is not listed any more,
 * mean `baseUrl`.
 */
export function originFor(
  domain: string | null | undefined,
  baseUrl: string,
  domains: Domains,
): string {
  const listed = domains.get(withoutPort(domain ?? ""));
  return listed === undefined ? baseUrl : domainOrigin(listed, baseUrl);
}

/** The address of a further host, which has the scheme of `baseUrl`. */
export function domainOrigin(domain: string, baseUrl: string): string {
  return `${new URL(baseUrl).protocol}//${domain}`;
}
