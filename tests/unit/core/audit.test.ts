import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { access } from "@/lib/core/access";
import { auditEvents, audited, auditKinds } from "@/lib/core/audit";

const textOf = (file: string) => readFileSync(file, "utf8");
const sources = ["app", "lib"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/generated|core.audit\.ts$/.test(file))
    .map((file) => textOf(`${folder}/${file}`)),
);
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

it.each(Object.keys(auditEvents))("%s is noted somewhere", (event) => {
  expect(sources.some((text) => text.includes(`"${event}"`))).toBe(true);
});

it("every event belongs to something that notes it, or to a command", () => {
  const named = Object.values(audited).flatMap((entries) => Object.values(entries).flat());
  const unnamed = Object.keys(auditEvents).filter((event) => !(named as string[]).includes(event));
  expect(unnamed).toEqual(["restored"]);
});

it("every kind has an event", () => {
  const kinds = new Set(Object.values(auditEvents).map(({ kind }) => kind));
  expect(Object.keys(auditKinds).filter((kind) => !(kinds as Set<string>).has(kind))).toEqual([]);
});

it.each(
  Object.entries({ ...audited.routes, ...audited.api }).filter(([, notes]) => notes === "reads"),
)("%s changes nothing", (path) => {
  // Only a path that does not exist answers other methods.
  expect(textOf(routeFile(path)).replaceAll(/\w+: nothingHere/g, "")).not.toMatch(
    /\b(?:POST|PUT|PATCH|DELETE): |linkHandlers|ownerAction/,
  );
});
