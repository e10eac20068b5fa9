import { access, hasRole, type Role } from "@/lib/core/access";

/** The pages of the settings. `words`: other words under which the palette finds them. */
const settingsParts = [
  { href: "/dashboard/settings/tokens", name: "API", words: "tokens keys secrets bearer yourls" },
  {
    href: "/dashboard/settings/people",
    name: "People",
    words: "users owners team members roles invitations",
  },
  {
    href: "/dashboard/settings/sessions",
    name: "Sessions",
    words:
      "devices browsers security change password second two factor 2fa totp authenticator recovery",
  },
  {
    href: "/dashboard/settings/preferences",
    name: "Preferences",
    words: "theme appearance time zone timezone clock shortcuts bookmarklet",
  },
  {
    href: "/dashboard/settings/public",
    name: "Public pages",
    words: "branding logo color imprint home 404 languages security.txt",
  },
  {
    href: "/dashboard/settings/messages",
    name: "Messages",
    words: "webhooks notifications alerts receivers",
  },
  {
    href: "/dashboard/settings/tags",
    name: "Tags",
    words: "labels groups colors colours rename merge",
  },
  {
    href: "/dashboard/settings/data",
    name: "Import and export",
    words: "csv json upload download backup",
  },
  {
    href: "/dashboard/settings/stored",
    name: "What is stored",
    words: "privacy data gdpr tables database",
  },
  {
    href: "/dashboard/settings/activity",
    name: "Activity",
    words: "audit log events history sign-ins logins who did what",
  },
  {
    href: "/dashboard/settings/doctor",
    name: "Health check",
    words: "doctor status issues diagnostics database https proxy",
  },
] as const;

/** Those that a person with this role may see. */
export function settingsPartsOf(role: Role) {
  return settingsParts.filter(({ href }) => hasRole(role, access.pages[href]));
}
