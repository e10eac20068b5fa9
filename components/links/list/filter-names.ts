import type { LinkFilter } from "@/lib/stats/list/browse-links";

export const filterNames: Record<LinkFilter, string> = {
  all: "All",
  active: "Active",
  disabled: "Disabled",
  expired: "Expired",
  usedUp: "Used up",
  scheduled: "Not started",
  protected: "Password",
  broken: "Broken",
};
