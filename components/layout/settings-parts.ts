import { access, hasRole, type Role } from "@/lib/core/access";

/**
 * The pages of the settings and their parts, which are tabs. `words`: other words under which the
 * palette finds them.
 */
const settingsPages = [
  {
    name: "Account",
    parts: [
      {
        href: "/dashboard/settings/preferences",
        name: "Preferences",
        words: "theme appearance time zone timezone clock shortcuts bookmarklet",
      },
      {
        href: "/dashboard/settings/sessions",
        name: "Sessions",
        words:
          "devices browsers security change password second two factor 2fa totp authenticator recovery",
      },
    ],
  },
  {
    name: "Team",
    parts: [
      {
        href: "/dashboard/settings/people",
        name: "People",
        words: "team users owners members roles invitations",
      },
    ],
  },
  {
    name: "API",
    parts: [
      {
        href: "/dashboard/settings/tokens",
        name: "API",
        words: "tokens keys secrets bearer yourls",
      },
    ],
  },
  {
    name: "Links",
    parts: [
      {
        href: "/dashboard/settings/data",
        name: "Import and export",
        words: "csv json upload download backup",
      },
      {
        href: "/dashboard/settings/links",
        name: "Link defaults",
        words: "new links tags expiry forward query parameters",
      },
    ],
  },
  {
    name: "Public pages",
    parts: [
      {
        href: "/dashboard/settings/public",
        name: "Public pages",
        words: "branding logo color imprint home 404 languages security.txt",
      },
    ],
  },
  {
    name: "Server",
    parts: [
      {
        href: "/dashboard/settings/doctor",
        name: "Health check",
        words: "doctor status issues diagnostics database https proxy",
      },
      {
        href: "/dashboard/settings/messages",
        name: "Messages",
        words: "webhooks notifications alerts receivers",
      },
      {
        href: "/dashboard/settings/activity",
        name: "Activity",
        words: "audit log events history sign-ins logins who did what",
      },
      {
        href: "/dashboard/settings/stored",
        name: "What is stored",
        words: "privacy data gdpr tables database",
      },
    ],
  },
] as const;

/** Those that a person with this role may see, with the parts that they may see. */
export function settingsPagesOf(role: Role) {
  return settingsPages
    .map(({ name, parts }) => ({
      name,
      parts: parts.filter(({ href }) => hasRole(role, access.pages[href])),
    }))
    .filter(({ parts }) => parts.length > 0);
}
