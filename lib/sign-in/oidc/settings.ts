import type { Env } from "../../config/env";
import type { AllowedRule } from "../../config/sign-in-variables";
import type { SettingsInEffect } from "../../config/site-settings";
import type { Role } from "../../core/access";
import { SluglineError } from "../../core/errors";
import { signOnFingerprint } from "../../owners/edit-server-settings";
import { storedSecret } from "../../owners/sealed-setting";
import type { ScrapePolicy } from "../../previews/scrape-policy";
import { serverPolicy } from "../../previews/server-policy";

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
  /** Where the provider may be; null if whoever runs this service chose it. */
  policy: ScrapePolicy | null;
  /** Kept with whoever signs in, as proof that these settings work; null for those of the environment. */
  fingerprint: Uint8Array<ArrayBuffer> | null;
}

const oidcPath = "/dashboard/sign-in/oidc";
const anyName = "single sign-on";

/** Null without single sign-on. */
export function oidcSettings(settings: SettingsInEffect): OidcSettings | null {
  const { config } = settings;
  const set = settings.ofServers();
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = set;
  const isGiven = config.OIDC_ISSUER !== undefined;
  const secret = isGiven ? config.OIDC_CLIENT_SECRET : storedSecret(settings, "OIDC_CLIENT_SECRET");
  // One is refused without the others. A secret that another API token sealed is void.
  if (!issuer || !clientId || !secret) return null;
  return {
    issuer,
    clientId,
    clientSecret: secret,
    name: set.OIDC_NAME ?? anyName,
    allowed: set.OIDC_ALLOWED ?? [],
    groupsClaim: set.OIDC_GROUPS_CLAIM ?? "groups",
    groups: {
      owner: set.OIDC_OWNER_GROUP,
      editor: set.OIDC_EDITOR_GROUP,
      reader: set.OIDC_READER_GROUP,
    },
    redirectUri: redirectUri(config),
    policy: isGiven ? null : serverPolicy(config, "OIDC_ISSUER"),
    fingerprint: isGiven ? null : signOnFingerprint(settings),
  };
}

/** Where a provider sends people back to. */
export function redirectUri({ DASHBOARD_ORIGIN }: Env): string {
  return `${DASHBOARD_ORIGIN}${oidcPath}/callback`;
}

/** Whether the password form is there. Without a provider that can be asked, it is the only way in. */
export function isPasswordSignIn(settings: SettingsInEffect): boolean {
  return settings.ofServers().PASSWORD_SIGN_IN !== "off" || oidcSettings(settings) === null;
}

export function passwordsAreOff(settings: SettingsInEffect): SluglineError {
  const { name: provider } = oidcSettings(settings) ?? { name: anyName };
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
