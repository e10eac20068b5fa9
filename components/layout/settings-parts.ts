import { access, hasRole, type Role } from "@/lib/core/access";

/**
 * The pages of the settings, by their names in `common.settingsParts`: the viewer's own, and those
 * of all. `common.settingsWords` has other words under which a search finds them.
 */
const settingsGroups = [
  {
    name: "you",
    parts: [
      { href: "/dashboard/settings/preferences", name: "preferences" },
      { href: "/dashboard/settings/sessions", name: "sessions" },
    ],
  },
  {
    name: "workspace",
    parts: [
      { href: "/dashboard/settings/people", name: "people" },
      { href: "/dashboard/settings/sign-on", name: "signOn" },
      { href: "/dashboard/settings/messages", name: "messages" },
      { href: "/dashboard/settings/public", name: "publicPages" },
      { href: "/dashboard/settings/links", name: "linkDefaults" },
      { href: "/dashboard/settings/data", name: "importExport" },
      { href: "/dashboard/settings/tokens", name: "api" },
      { href: "/dashboard/settings/activity", name: "activity" },
      { href: "/dashboard/settings/mail", name: "mail" },
      { href: "/dashboard/settings/doctor", name: "doctor" },
      { href: "/dashboard/settings/stored", name: "stored" },
    ],
  },
] as const;

/** Those that a person with this role may see. Of the activity, all see that of links. */
export function settingsOf(role: Role) {
  return settingsGroups
    .map(({ name, parts }) => ({
      name,
      parts: parts.flatMap((part) => {
        if (hasRole(role, access.pages[part.href])) return part;
        const isLinks = part.name === "activity";
        return isLinks ? { ...part, href: "/dashboard/settings/activity/links" as const } : [];
      }),
    }))
    .filter(({ parts }) => parts.length > 0);
}
