/** A disabled link that has expired counts as disabled. */
type LinkState = "active" | "disabled" | "expired";

export function linkState(link: { enabled: boolean; expiresAt: string | null }, now: Date): LinkState {
  if (!link.enabled) return "disabled";
  return link.expiresAt !== null && Date.parse(link.expiresAt) <= now.getTime() ? "expired" : "active";
}
