import type { LinkSort } from "@/lib/stats/list/browse-links";

export const orderNames: Record<LinkSort, string> = {
  newest: "Newest",
  clicks: "Most clicks",
  "last-click": "Last click",
};
