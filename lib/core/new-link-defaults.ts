/** What the dashboard fills in for a new link (NEW_LINK_TAGS and so on). */
export interface NewLinkDefaults {
  tags: string[];
  /** Until it expires; null for never. */
  days: number | null;
  forwardQuery: boolean;
}
