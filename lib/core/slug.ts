/** docs/api-contract.md, Reserved slugs: these paths belong to the service. Compared exactly. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  "api",
  "_next",
  "favicon.ico",
  "robots.txt",
  "sitemap.xml",
]);

export const slugPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** The further slugs of a link. */
export const mostAliases = 20;

export function isSlug(text: string): boolean {
  return slugPattern.test(text) && !reservedSlugs.has(text);
}

/** Built from the configured base URL, never from a request. */
export function shortUrlOf(slug: string, baseUrl: string): string {
  return `${baseUrl}/${slug}`;
}
