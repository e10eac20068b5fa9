import type { Role } from "@/lib/core/access";

export const roleNames: Record<Role, { name: string; may: string }> = {
  owner: { name: "Owner", may: "Can do everything, including people and settings." },
  editor: {
    name: "Editor",
    may: "Can manage links, tags and imports, and create API tokens for their own scripts.",
  },
  reader: { name: "Reader", may: "Can view and export links and statistics." },
};
