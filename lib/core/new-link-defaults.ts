import { dayMs } from "./day";

/** What the dashboard fills in for a new link (NEW_LINK_TAGS and so on). */
export interface NewLinkDefaults {
  tags: string[];
  /** Until it expires; null for never. */
  days: number | null;
  forwardQuery: boolean;
}

/** The same as fields of a new link. */
export function defaultsOf({ tags, days, forwardQuery }: NewLinkDefaults, now: Date) {
  const expiresAt = days === null ? null : new Date(now.getTime() + days * dayMs).toISOString();
  return { tags, expiresAt, forwardQuery };
}
