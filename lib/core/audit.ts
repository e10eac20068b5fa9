/** What the activity page can be filtered by, in this order; named in `settings.activity.kinds`. */
export const auditKinds = [
  "sign-ins",
  "people",
  "roles",
  "passwords",
  "tokens",
  "settings",
  "shares",
  "exports",
  "imports",
  "restores",
  "links",
  "statistics",
] as const;

export type AuditKind = (typeof auditKinds)[number];

interface Meaning {
  kind: AuditKind;
  /**
   * Repetitions within an hour are one event with a count, because strangers and scripts cause as
   * many as they like.
   */
  repeats?: true;
}

/**
 * Everything that the activity log knows. The names are stored, so they never change;
 * `settings.activity.events` says what somebody did.
 */
export const auditEvents = {
  "signed-in": { kind: "sign-ins" },
  "sign-in-failed": { kind: "sign-ins", repeats: true },
  "wrong-password": {
    kind: "sign-ins",
    repeats: true,
  },
  "signed-out": { kind: "sign-ins" },
  "sessions-ended": { kind: "sign-ins" },
  "person-invited": { kind: "people" },
  "invitation-withdrawn": { kind: "people" },
  "person-added": { kind: "people" },
  "person-removed": { kind: "people" },
  "sign-on-connected": { kind: "people" },
  "sign-on-disconnected": { kind: "people" },
  "role-changed": { kind: "roles" },
  "password-changed": { kind: "passwords" },
  "password-link-made": { kind: "passwords" },
  "access-ended": { kind: "passwords" },
  "factor-set-up": { kind: "passwords" },
  "factor-removed": { kind: "passwords" },
  "recovery-codes-made": { kind: "passwords" },
  "token-created": { kind: "tokens" },
  "token-revoked": { kind: "tokens" },
  "token-restored": { kind: "tokens" },
  "settings-changed": { kind: "settings" },
  "receiver-added": { kind: "settings" },
  "receiver-changed": { kind: "settings" },
  "receiver-removed": { kind: "settings" },
  "share-created": { kind: "shares" },
  "share-revoked": { kind: "shares" },
  imported: { kind: "imports" },
  "import-undone": { kind: "imports" },
  restored: { kind: "restores" },
  exported: { kind: "exports", repeats: true },
  "moved-host-kept": { kind: "links" },
  "clicks-set-aside": { kind: "statistics" },
  "clicks-counted-again": { kind: "statistics" },
} as const satisfies Record<string, Meaning>;

export type AuditEvent = keyof typeof auditEvents;
