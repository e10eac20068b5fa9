/** What the activity page can be filtered by, in this order. */
export const auditKinds = {
  "sign-ins": "Sign-ins",
  people: "People",
  roles: "Roles",
  passwords: "Passwords",
  tokens: "API tokens",
  settings: "Settings",
  exports: "Exports",
  imports: "Imports",
  backups: "Backups",
} as const;

export type AuditKind = keyof typeof auditKinds;

interface Meaning {
  kind: AuditKind;
  /** What the page says that somebody did. */
  text: string;
  /**
   * Repetitions within an hour are one event with a count, because strangers and scripts cause as
   * many as they like.
   */
  repeats?: true;
}

/** Everything that the activity log knows. The names are stored, so they never change. */
export const auditEvents = {
  "signed-in": { kind: "sign-ins", text: "Signed in" },
  "sign-in-failed": { kind: "sign-ins", text: "Failed to sign in", repeats: true },
  "signed-out": { kind: "sign-ins", text: "Signed out" },
  "sessions-ended": { kind: "sign-ins", text: "Signed out other browsers" },
  "person-invited": { kind: "people", text: "Invited somebody" },
  "invitation-withdrawn": { kind: "people", text: "Withdrew an invitation" },
  "person-added": { kind: "people", text: "Joined" },
  "person-removed": { kind: "people", text: "Removed somebody" },
  "sign-on-connected": { kind: "people", text: "Connected an account of single sign-on" },
  "sign-on-disconnected": { kind: "people", text: "Disconnected somebody from single sign-on" },
  "role-changed": { kind: "roles", text: "Changed a role" },
  "password-changed": { kind: "passwords", text: "Changed the password" },
  "password-link-made": { kind: "passwords", text: "Made a link for a new password" },
  "token-created": { kind: "tokens", text: "Created an API token" },
  "token-revoked": { kind: "tokens", text: "Revoked an API token" },
  "token-restored": { kind: "tokens", text: "Took back the end of an API token" },
  "settings-changed": { kind: "settings", text: "Changed settings" },
} as const satisfies Record<string, Meaning>;

export type AuditEvent = keyof typeof auditEvents;
