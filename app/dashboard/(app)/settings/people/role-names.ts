import type { Role } from "@/lib/core/access";

export const roleNames: Record<Role, { name: string; article: string; may: string }> = {
  owner: { name: "Owner", article: "an", may: "everything, people and settings included" },
  editor: { name: "Editor", article: "an", may: "links, tags, campaigns, imports and own API tokens" },
  reader: { name: "Reader", article: "a", may: "see links and statistics, and export them" },
};
