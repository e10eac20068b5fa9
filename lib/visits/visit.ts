/** One request to a short link as plain facts: neither Next nor node:http is known from here on. */
export interface Visit {
  method: string;
  slug: string;
  /** The raw query string without its question mark. */
  query: string;
  /** A request header by its lower-case name. */
  header: (name: string) => string | null;
  /** The address of the socket's other end; null where the platform in front does not tell. */
  peerAddress: string | null;
  at: Date;
}

/** What is answered, as plain facts. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}
