/**
 * Of an attempt to send a form. Not `crypto.randomUUID`, which a page without HTTPS lacks. It must be
 * unique, not secret.
 */
export function newKey(): string {
  return [Date.now(), Math.random(), Math.random()]
    .map((part) => String(part).replace("0.", ""))
    .join("-");
}
