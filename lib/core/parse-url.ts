/**
 * The URL, or null if it is invalid. Use it instead of `URL.canParse`: once Node 20 or 22 has
 * optimized its caller, it refuses host names such as exämple.org.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** The origin of an http or https address that has nothing else, or null. */
export function parseOrigin(text: string): string | null {
  const url = parseUrl(text);
  const isOrigin =
    url &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === "/" &&
    !url.search &&
    !url.hash &&
    !url.username &&
    !url.password;
  return isOrigin ? url.origin : null;
}
