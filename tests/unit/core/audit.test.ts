import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { access } from "@/lib/core/access";
import { auditEvents, audited, auditKinds } from "@/lib/core/audit";

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
    /\b(?:POST|PUT|PATCH|DELETE): |linkHandlers|ownerAction/,
  );
});
