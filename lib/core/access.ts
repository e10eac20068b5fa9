/** From the least to the most. Each role may do what those before it may. */
export const roles = ["reader", "editor", "owner"] as const;

export type Role = (typeof roles)[number];
/** What something needs. `anyone`: no session and no token. */
export type Needed = Role | "anyone";

export function hasRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

export function lowerRole(a: Role, b: Role): Role {
  return hasRole(a, b) ? b : a;
}

/**
 * What needs which role. Every page, route and server action is here: a test fails for one that is
 * not, or whose command declares another. Under /api, `read` is for GET and HEAD, `write` for all
 * other methods.
 */
export const access = {
  pages: {
    "/dashboard/invite/[token]": "anyone",
    "/dashboard/reset/[token]": "anyone",
    "/dashboard/setup": "anyone",
    "/dashboard/share/[token]": "anyone",
    "/dashboard/sign-in": "anyone",
    "/dashboard/sign-in/second-step": "anyone",
    "/dashboard/sign-in/set-up": "anyone",
    "/dashboard/unsubscribe/[token]": "anyone",
    "/dashboard/sheet": "reader",
    "/dashboard/[...path]": "reader",
    "/dashboard/campaigns": "reader",
    "/dashboard/links": "reader",
    "/dashboard/links/[slug]": "reader",
    "/dashboard/links/[slug]/sheet": "reader",
    "/dashboard/missed": "reader",
    "/dashboard/new": "editor",
    "/dashboard/overview": "reader",
    "/dashboard/statistics": "reader",
    "/dashboard/settings": "reader",
    "/dashboard/settings/activity": "owner",
    "/dashboard/settings/data": "reader",
    "/dashboard/settings/doctor": "owner",
    "/dashboard/settings/links": "owner",
    "/dashboard/settings/messages": "owner",
    "/dashboard/settings/messages/[id]": "owner",
    "/dashboard/settings/people": "owner",
    "/dashboard/settings/preferences": "reader",
    "/dashboard/settings/public": "owner",
    "/dashboard/settings/sessions": "reader",
    "/dashboard/settings/stored": "reader",
    "/dashboard/settings/tokens": "editor",
    "/dashboard/tags": "editor",
  },
  routes: {
    "/": "anyone",
    "/[slug]": "anyone",
    "/[slug]/[...path]": "anyone",
    "/yourls-api.php": "anyone",
    "/dashboard/demo/[key]": "anyone",
    "/dashboard/share/[token]/csv": "anyone",
    "/dashboard/sign-in/oidc": "anyone",
    "/dashboard/sign-in/oidc/callback": "anyone",
    "/dashboard/ask/[question]": "reader",
    "/dashboard/icon": "reader",
    "/dashboard/links/[slug]/export": "reader",
    "/dashboard/links/[slug]/test": "reader",
    "/dashboard/preview-image": "reader",
    "/dashboard/settings/activity/export": "owner",
    "/dashboard/settings/data/export": "reader",
    "/dashboard/settings/data/import": "editor",
    "/dashboard/settings/data/redirects": "reader",
    "/dashboard/statistics/export": "reader",
    "/dashboard/unsubscribe/[token]/one-click": "anyone",
  },
  /**
   * What `/dashboard/ask` answers. Editors alone need what only forms ask, such as the preview of a
   * destination, for which this server reads it.
   */
  questions: {
    card: "editor",
    channels: "editor",
    "channels-of": "reader",
    destination: "reader",
    "filter-values": "reader",
    image: "editor",
    latest: "reader",
    "link-tags": "reader",
    "links-to": "editor",
    matching: "editor",
    peek: "reader",
    search: "reader",
    share: "reader",
    shares: "editor",
    slug: "editor",
    tags: "reader",
    version: "reader",
    views: "reader",
    week: "editor",
  },
  actions: {
    askFirstPasskey: "anyone",
    askPasskey: "anyone",
    giveFirstPasskey: "anyone",
    givePasskey: "anyone",
    pickLanguage: "anyone",
    submitFirstApp: "anyone",
    submitInvite: "anyone",
    submitReset: "anyone",
    submitSecondStep: "anyone",
    submitSetUp: "anyone",
    submitSharePassword: "anyone",
    submitSignIn: "anyone",
    submitUnsubscribe: "anyone",
    addPasskey: "reader",
    addReceiver: "owner",
    allowHost: "owner",
    changeRole: "owner",
    checkPreview: "editor",
    createLink: "editor",
    createSeveral: "editor",
    createShare: "editor",
    deleteLinks: "editor",
    disconnect: "owner",
    dismiss: "reader",
    editAliases: "editor",
    editChannels: "editor",
    editTags: "editor",
    endOtherSessions: "reader",
    endSession: "reader",
    ignore: "editor",
    invite: "owner",
    keepHost: "editor",
    leave: "reader",
    makeReset: "owner",
    previewSeveral: "editor",
    remove: "owner",
    removeReceiver: "owner",
    removeTag: "editor",
    removeView: "reader",
    replaceDestinations: "editor",
    restore: "reader",
    restoreToken: "editor",
    revokeShare: "editor",
    revokeToken: "editor",
    saveLanguage: "reader",
    saveReceiver: "owner",
    saveShortcuts: "reader",
    saveTag: "editor",
    saveTheme: "reader",
    saveTimeZone: "reader",
    saveView: "reader",
    sendAgain: "owner",
    setAside: "editor",
    submitApp: "reader",
    submitAppRemoval: "reader",
    submitPasskeyRemoval: "reader",
    submitPasskeyStart: "reader",
    submitPassword: "reader",
    submitRecoveryCodes: "reader",
    submitSettings: "owner",
    submitToken: "editor",
    testReceiver: "owner",
    undo: "editor",
    undoAside: "editor",
    undoReplacement: "editor",
    updateLink: "editor",
    updateLinks: "editor",
    withdraw: "owner",
  },
  api: {
    "/api/[[...path]]": { read: "reader", write: "reader" },
    "/api/docs": { read: "anyone", write: "anyone" },
    "/api/docs/[file]": { read: "anyone", write: "anyone" },
    "/api/links": { read: "reader", write: "editor" },
    "/api/links/[slug]": { read: "reader", write: "editor" },
    "/api/links/[slug]/aliases": { read: "reader", write: "editor" },
    "/api/links/[slug]/clicks": { read: "reader", write: "editor" },
    "/api/links/[slug]/clicks.csv": { read: "reader", write: "editor" },
    "/api/links/[slug]/clicks.json": { read: "reader", write: "editor" },
    "/api/links/[slug]/clicks.ndjson": { read: "reader", write: "editor" },
    "/api/links/[slug]/health": { read: "reader", write: "editor" },
    "/api/links/[slug]/history": { read: "reader", write: "editor" },
    "/api/links/[slug]/qr": { read: "reader", write: "editor" },
    "/api/links/[slug]/set-aside": { read: "reader", write: "editor" },
    "/api/links/[slug]/set-aside/[visitor]": { read: "reader", write: "editor" },
    "/api/links/[slug]/stats": { read: "reader", write: "editor" },
    "/api/links/bulk": { read: "reader", write: "editor" },
    "/api/links/export.csv": { read: "reader", write: "editor" },
    "/api/links/import": { read: "reader", write: "editor" },
    "/api/links/redirects": { read: "reader", write: "editor" },
    "/api/links/replace": { read: "reader", write: "editor" },
    "/api/livez": { read: "anyone", write: "anyone" },
    "/api/metrics": { read: "reader", write: "editor" },
    "/api/missed-links": { read: "reader", write: "editor" },
    "/api/missed-links/[slug]": { read: "reader", write: "editor" },
    "/api/openapi.json": { read: "anyone", write: "anyone" },
    "/api/readyz": { read: "anyone", write: "anyone" },
    "/api/shares": { read: "reader", write: "editor" },
    "/api/shares/[id]": { read: "reader", write: "editor" },
    "/api/stats": { read: "reader", write: "editor" },
    "/api/stats/report": { read: "reader", write: "editor" },
    "/api/tags": { read: "reader", write: "editor" },
    "/api/tags/[name]": { read: "reader", write: "editor" },
    "/api/webhooks": { read: "owner", write: "owner" },
    "/api/webhooks/[id]": { read: "owner", write: "owner" },
    "/api/webhooks/[id]/deliveries": { read: "owner", write: "owner" },
    "/api/webhooks/[id]/test": { read: "owner", write: "owner" },
  },
} as const satisfies {
  pages: Record<string, Needed>;
  routes: Record<string, Needed>;
  questions: Record<string, Role>;
  actions: Record<string, Needed>;
  api: Record<string, { read: Needed; write: Needed }>;
};

/** The entries that need a role, which are those that a session or a token is checked for. */
type Guarded<T> = {
  [K in keyof T]: T[K] extends "anyone" | { read: "anyone" } ? never : K;
}[keyof T];

export type GuardedPage = Guarded<typeof access.pages>;
