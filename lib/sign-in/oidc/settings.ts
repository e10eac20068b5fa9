import type { Env } from "../../config/env";
import type { AllowedRule } from "../../config/sign-in-variables";
import type { Role } from "../../core/access";
import { SluglineError } from "../../core/errors";

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** As people know the provider. */
  name: string;
  /** Who may sign in. Empty: people who are here already, or invited. */
  allowed: readonly AllowedRule[];
  groupsClaim: string;
  /** The group of each role; undefined for a role without one. */
  groups: Readonly<Record<Role, string | undefined>>;
  /** Where the provider sends people back to: registered there. */
  redirectUri: string;
}

const oidcPath = "/dashboard/sign-in/oidc";

/** Null without single sign-on. */
export function oidcSettings(config: Env): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = config;
  // `findSignInProblems` refuses one without the others.
  if (!issuer || !clientId || !secret) return null;
  return {
    issuer,
    clientId,
    clientSecret: secret,
    name: config.OIDC_NAME,
    allowed: config.OIDC_ALLOWED,
    groupsClaim: config.OIDC_GROUPS_CLAIM,
    groups: {
      owner: config.OIDC_OWNER_GROUP,
      editor: config.OIDC_EDITOR_GROUP,
      reader: config.OIDC_READER_GROUP,
    },
    redirectUri: `${config.DASHBOARD_ORIGIN}${oidcPath}/callback`,
  };
}

/** Whether the password form is there. */
export function isPasswordSignIn({ PASSWORD_SIGN_IN }: Env): boolean {
  return PASSWORD_SIGN_IN === "on";
}

export function passwordsAreOff({ OIDC_NAME: provider }: Env): SluglineError {
  return new SluglineError("forbidden", "passwordsAreOff", { provider });
}

/** Where a browser begins to sign in. */
export function oidcStart(wanted: { next: string } | { invite: string }): string {
  return `${oidcPath}?${new URLSearchParams(wanted)}`;
}

/** Whether groups of the provider decide about roles. */
export function hasRoleGroups({ groups }: OidcSettings): boolean {
  return Object.values(groups).some((group) => group !== undefined);
}

/** Whether groups decide about anything. */
export function readsGroups(settings: OidcSettings): boolean {
  return hasRoleGroups(settings) || settings.allowed.some(({ kind }) => kind === "group");
}
