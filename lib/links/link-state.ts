/** What a short link does now. Being disabled comes before having expired. */
export type LinkState = "active" | "disabled" | "expired";

export function linkState(link: { enabled: boolean; expiresAt: string | null }, now: Date): LinkState {
  if (!link.enabled) return "disabled";
  return link.expiresAt !== null && Date.parse(link.expiresAt) <= now.getTime() ? "expired" : "active";
}
