import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { rooms } from "@/lib/commands/commands";
import type { AnyCommand } from "@/lib/commands/define";
import { access } from "@/lib/core/access";
import { type AuditEvent, auditEvents, auditKinds } from "@/lib/core/audit";

/**
 * Why something is not noted: it reads, it belongs to links and the lists around them (links have
 * their own history), or it concerns only the person who does it.
 */
type NotNoted = "reads" | "links" | "own";

/** What each server action, route and path of the API notes. */
const audited = {
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
    "/": "reads",
    "/[slug]": "reads",
    "/[slug]/[...path]": "reads",
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

const textOf = (file: string) => readFileSync(file, "utf8");
/** The tests that read the log back. */
const logTests = readdirSync("tests/integration")
  .map((file) => textOf(`tests/integration/${file}`))
  .filter((text) => /(?:SELECT|DELETE)[^`]+"AuditEvent"/.test(text));
const routeFile = (path: string) =>
  [`app${path}/route.ts`, `app${path.replace("/dashboard", "/dashboard/(app)")}/route.ts`].find(
    (file) => {
      try {
        return textOf(file) !== "";
      } catch {
        return false;
      }
    },
  ) ?? path;

it("says of every server action, route and path of the API what it notes", () => {
  for (const part of ["actions", "routes", "api"] as const) {
    expect(Object.keys(audited[part]).toSorted()).toEqual(Object.keys(access[part]).toSorted());
  }
});

const made = readdirSync("app/dashboard", { recursive: true, encoding: "utf8" })
  .filter((file) => /actions\.ts$/.test(file))
  .map((file) => readFileSync(`app/dashboard/${file}`, "utf8"))
  .flatMap((text) => {
    const room = /from "@\/lib\/commands\/([\w-]+)"/.exec(text)?.[1] ?? "";
    const actions = text.matchAll(/^export const (\w+) = (?:action|form)\(\s*commands\.(\w+)/gm);
    return [...actions].map(([, action = "", name = ""]) => ({ action, room, name }));
  });

it.each(made)("the action $action notes what its command declares", ({ action, room, name }) => {
  const known = rooms as unknown as Record<string, Record<string, AnyCommand>>;
  const { notes = "wrong-password" } = known[room]?.[name] ?? expect.fail(`no command ${name}`);
  const noted: readonly string[] | string = audited.actions[action as keyof typeof audited.actions];
  expect(Array.isArray(noted) ? noted : ["wrong-password"]).toContain(notes);
});

it.each(Object.keys(auditEvents))("a test expects %s in the log", (event) => {
  const read = new RegExp(`"${event}"|"event" = '${event}' RETURNING`);
  expect(logTests.some((text) => read.test(text))).toBe(true);
});

it("every event belongs to something that notes it, or to a command", () => {
  const named = Object.values(audited).flatMap((entries) => Object.values(entries).flat());
  const unnamed = Object.keys(auditEvents).filter((event) => !(named as string[]).includes(event));
  expect(unnamed).toEqual(["restored"]);
});

it("every kind has an event", () => {
  const kinds = new Set(Object.values(auditEvents).map(({ kind }) => kind));
  expect(auditKinds.filter((kind) => !(kinds as Set<string>).has(kind))).toEqual([]);
});

it.each(
  Object.entries({ ...audited.routes, ...audited.api }).filter(([, notes]) => notes === "reads"),
)("%s changes nothing", (path) => {
  // Only a path that does not exist answers other methods.
  expect(textOf(routeFile(path)).replaceAll(/\w+: nothingHere/g, "")).not.toMatch(
    /\b(?:POST|PUT|PATCH|DELETE): |commands\.(?!list|get|export)|ownerAction/,
  );
});
