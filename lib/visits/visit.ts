/** One request to a short URL, independent of Next and node:http. */
export interface Visit {
  method: string;
  slug: string;
  query: string;
  header: (name: string) => string | null;
  /** The further host by which it came (DOMAINS); null for every other host. */
  domain: string | null;
  /** The address of the socket's peer; null if the hosting platform does not report it. */
  peerAddress: string | null;
  at: Date;
  /** Reads the body of a POST; null if it is not a small form. */
  readForm?: (() => Promise<URLSearchParams | null>) | undefined;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

/** For Next. */
export function toResponse({ status, headers, body }: Reply): Response {
  return new Response(body, { status, headers });
}
