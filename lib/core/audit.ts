import type { access } from "./access";

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
  "clicks-set-aside": { kind: "statistics" },
  "clicks-counted-again": { kind: "statistics" },
} as const satisfies Record<string, Meaning>;

export type AuditEvent = keyof typeof auditEvents;

/**
 * Why something is not noted: it reads, it belongs to links and the lists around them (links have
 * their own history), or it concerns only the person who does it.
 */
type NotNoted = "reads" | "links" | "own";

/**
 * What each server action, route and path of the API notes. A test fails for one that is not here.
 */
export const audited = {
  actions: {
    askFirstPasskey: "reads",
    askPasskey: "reads",
    giveFirstPasskey: ["factor-set-up", "sessions-ended", "signed-in"],
    givePasskey: ["signed-in", "sign-in-failed"],
    pickLanguage: "own",
    submitFirstApp: ["factor-set-up", "sessions-ended", "signed-in"],
    submitInvite: ["person-added", "signed-in"],
    submitReset: ["password-changed", "signed-in"],
    submitSecondStep: ["signed-in", "sign-in-failed"],
    submitSetUp: ["person-added", "signed-in"],
    submitSignIn: ["signed-in", "sign-in-failed"],
    submitSharePassword: "reads",
    submitUnsubscribe: ["receiver-changed"],
    addReceiver: ["receiver-added"],
    addPasskey: ["factor-set-up", "sessions-ended"],
    changeRole: ["role-changed"],
    checkPreview: "links",
    createLink: "links",
    createSeveral: "links",
    createShare: ["share-created"],
    deleteLinks: "links",
    disconnect: ["sign-on-disconnected"],
    dismiss: "own",
    editAliases: "links",
    editChannels: "links",
    editTags: "links",
    endOtherSessions: ["sessions-ended"],
    endSession: ["sessions-ended"],
    ignore: "links",
    invite: ["person-invited"],
    leave: ["signed-out"],
    makeReset: ["password-link-made"],
    previewSeveral: "reads",
    remove: ["person-removed"],
    removeReceiver: ["receiver-removed"],
    removeTag: "links",
    removeView: "links",
    replaceDestinations: "links",
    restore: "own",
    restoreToken: ["token-restored"],
    revokeShare: ["share-revoked"],
    revokeToken: ["token-revoked"],
    saveLanguage: "own",
    saveReceiver: ["receiver-changed"],
    saveShortcuts: "own",
    saveTag: "links",
    saveTheme: "own",
    saveTimeZone: "own",
    saveView: "links",
    sendAgain: "own",
    setAside: ["clicks-set-aside"],
    submitApp: ["factor-set-up", "sessions-ended", "wrong-password"],
    submitAppRemoval: ["factor-removed", "sessions-ended", "wrong-password"],
    submitPasskeyRemoval: ["factor-removed", "sessions-ended", "wrong-password"],
    submitPasskeyStart: ["wrong-password"],
    submitPassword: ["password-changed", "wrong-password"],
    submitRecoveryCodes: ["recovery-codes-made", "sessions-ended", "wrong-password"],
    submitSettings: ["settings-changed"],
    submitToken: ["token-created"],
    testReceiver: "own",
    undo: ["import-undone"],
    undoAside: ["clicks-counted-again"],
    undoReplacement: "links",
    updateLink: "links",
    updateLinks: "links",
    withdraw: ["invitation-withdrawn"],
  },
  routes: {
    "/[slug]": "reads",
    "/yourls-api.php": "links",
    "/dashboard/demo/[key]": ["signed-in"],
    "/dashboard/sign-in/oidc": "own",
    "/dashboard/sign-in/oidc/callback": [
      "signed-in",
      "sign-in-failed",
      "person-added",
      "sign-on-connected",
      "access-ended",
      "role-changed",
    ],
    "/dashboard/ask/[question]": "reads",
    "/dashboard/icon": "reads",
    "/dashboard/links/[slug]/export": ["exported"],
    "/dashboard/links/[slug]/test": "own",
    "/dashboard/preview-image": "reads",
    "/dashboard/settings/activity/export": ["exported"],
    "/dashboard/settings/data/export": ["exported"],
    "/dashboard/settings/data/import": ["imported"],
    "/dashboard/share/[token]/csv": "reads",
    "/dashboard/statistics/export": ["exported"],
    "/dashboard/unsubscribe/[token]/one-click": ["receiver-changed"],
  },
  api: {
    "/api/[[...path]]": "reads",
    "/api/docs": "reads",
    "/api/links": "links",
    "/api/links/[slug]": "links",
    "/api/links/[slug]/aliases": "links",
    "/api/links/[slug]/clicks": ["exported"],
    "/api/links/[slug]/clicks.csv": ["exported"],
    "/api/links/[slug]/clicks.json": ["exported"],
    "/api/links/[slug]/clicks.ndjson": ["exported"],
    "/api/links/[slug]/health": "reads",
    "/api/links/[slug]/history": "reads",
    "/api/links/[slug]/qr": "reads",
    "/api/links/[slug]/set-aside": ["clicks-set-aside"],
    "/api/links/[slug]/set-aside/[visitor]": ["clicks-counted-again"],
    "/api/links/[slug]/stats": "reads",
    "/api/links/bulk": "links",
    "/api/links/export.csv": ["exported"],
    "/api/links/import": ["imported", "import-undone"],
    "/api/links/replace": "links",
    "/api/livez": "reads",
    "/api/metrics": "reads",
    "/api/missed-links": "links",
    "/api/missed-links/[slug]": "links",
    "/api/openapi.json": "reads",
    "/api/readyz": "reads",
    "/api/shares": ["share-created"],
    "/api/shares/[id]": ["share-revoked"],
    "/api/stats": "reads",
    "/api/stats/report": "reads",
    "/api/tags": "links",
    "/api/tags/[name]": "links",
    "/api/webhooks": ["receiver-added"],
    "/api/webhooks/[id]": ["receiver-changed", "receiver-removed"],
    "/api/webhooks/[id]/deliveries": "reads",
    "/api/webhooks/[id]/test": "own",
  },
} as const satisfies {
  [Part in "actions" | "routes" | "api"]: Record<
    keyof (typeof access)[Part],
    readonly AuditEvent[] | NotNoted
  >;
};
