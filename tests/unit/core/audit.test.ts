import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { rooms } from "@/lib/commands/commands";
import type { AnyCommand } from "@/lib/commands/define";
import { type AuditEvent, auditEvents, auditKinds } from "@/lib/core/audit";

const commands: AnyCommand[] = Object.values(rooms).flatMap((room) =>
  Object.values(room as Record<string, AnyCommand>).filter((one) => typeof one.run === "function"),
);

/** What routes note that are not made of commands, as people sign in by them. */
const byRoutes: AuditEvent[] = ["sign-on-connected", "access-ended"];

/** Changes that are not noted. */
const notNoted = {
  /** Links have their own history. */
  links: `createLink updateLink deleteLink changeLinks replaceDestinations undoReplacement updateLinks
    deleteLinks editTags editChannels editAliases checkPreview createSeveral createTag updateTag
    deleteTag saveTag mergeTag removeTag replaceInLinks undoJob stopJob changeMissedLink saveView removeView`,
  /** They concern only the person who does it. */
  own: `saveTheme saveLanguage saveShortcuts saveTimeZone testLink testMail testReceiver sendAgain pickLanguage
    dismiss restore`,
  /** They change nothing. */
  reads:
    "previewSeveral previewReplacement getIcon getPreviewImage enterShare askPasskey askFirstPasskey",
};

const textOf = (file: string) => readFileSync(file, "utf8");
/** The tests that read the log back. */
const logTests = readdirSync("tests/integration")
  .map((file) => textOf(`tests/integration/${file}`))
  .filter((text) => /(?:SELECT|DELETE)[^`]+"AuditEvent"/.test(text));
it("only what is named here changes something and notes nothing", () => {
  const silent = commands.filter(({ api, notes }) => !notes && api?.method !== "get");
  expect(silent.map(({ name }) => name).toSorted()).toEqual(
    Object.values(notNoted).join(" ").split(/\s+/).toSorted(),
  );
});

it.each(Object.keys(auditEvents))("a test expects %s in the log", (event) => {
  const read = new RegExp(`"${event}"|"event" = '${event}' RETURNING`);
  expect(logTests.some((text) => read.test(text))).toBe(true);
});

it("every event belongs to a command, or to a route", () => {
  const named: (string | undefined)[] = [...commands.flatMap(({ notes }) => notes), ...byRoutes];
  expect(Object.keys(auditEvents).filter((event) => !named.includes(event))).toEqual(["restored"]);
});

it("every kind has an event", () => {
  const kinds = new Set(Object.values(auditEvents).map(({ kind }) => kind));
  expect(auditKinds.filter((kind) => !(kinds as Set<string>).has(kind))).toEqual([]);
});
