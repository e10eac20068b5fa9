import { access, hasRole, type Role } from "@/lib/core/access";

/**
 * The pages of the settings and their parts, which are tabs, by their names in `common.settingsParts`.
 * `common.settingsWords` has other words under which the palette finds them.
 */
const settingsPages = [
  {
    name: "account",
    parts: [
      {
        href: "/dashboard/settings/preferences",
        name: "preferences",
      },
      {
        href: "/dashboard/settings/sessions",
        name: "sessions",
      },
    ],
  },
  {
    name: "team",
    parts: [
      {
        href: "/dashboard/settings/people",
        name: "people",
      },
      {
        href: "/dashboard/settings/sign-on",
        name: "signOn",
      },
    ],
  },
  {
    name: "api",
    parts: [
      {
        href: "/dashboard/settings/tokens",
        name: "api",
      },
    ],
  },
  {
    name: "links",
    parts: [
      {
        href: "/dashboard/settings/data",
        name: "importExport",
      },
      {
        href: "/dashboard/settings/links",
        name: "linkDefaults",
      },
    ],
  },
  {
    name: "publicPages",
    parts: [
      {
        href: "/dashboard/settings/public",
        name: "publicPages",
      },
    ],
  },
  {
    name: "server",
    parts: [
      {
        href: "/dashboard/settings/doctor",
        name: "doctor",
      },
      {
        href: "/dashboard/settings/messages",
        name: "messages",
      },
      {
        href: "/dashboard/settings/mail",
        name: "mail",
      },
      {
        href: "/dashboard/settings/activity",
        name: "activity",
      },
      {
        href: "/dashboard/settings/stored",
        name: "stored",
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
