/**
 * A picture that somebody else made, for the dashboard alone: nothing in it runs or loads. Without
 * one it is no error status, which browsers report on the console: the page shows its fallback.
 */
export function ownImage(image: { type: string; bytes: Buffer } | null, maxAgeS: number): Response {
  if (!image)
    return new Response(null, { status: 204, headers: { "Cache-Control": "private, no-store" } });
  return new Response(new Uint8Array(image.bytes), {
    headers: {
      "Content-Type": image.type,
      "Cache-Control": `private, max-age=${maxAgeS}`,
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
