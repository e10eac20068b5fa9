/**
 * The policy of an owner's page (CSP level 3): scripts by nonce only, everything else from this
 * origin. Inline styles are allowed because charts and overlays use them for positioning; a style
 * cannot act or send anything to another host. `framedBy`: origins whose pages may frame it.
 */
export function contentSecurityPolicy(
  nonce: string,
  framedBy: ReadonlySet<string> = new Set(),
): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    `frame-ancestors ${[...framedBy].join(" ") || "'none'"}`,
    "base-uri 'none'",
  ].join("; ");
}
