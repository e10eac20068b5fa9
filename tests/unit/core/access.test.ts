import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rooms } from "@/lib/commands/commands";
import type { AnyCommand } from "@/lib/commands/define";
import { questions } from "@/lib/commands/questions";
import { access, hasRole, lowerRole, roles } from "@/lib/core/access";
import { operations } from "@/lib/http/api/operations";

const all = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file: `app/${file}`, text: readFileSync(`app/${file}`, "utf8") }));
const named = (end: string) => all.filter(({ file }) => file.endsWith(end));
/** The address of a page or route file. Groups in parentheses are no part of it. */
const pathOf = (file: string) => `/${file.split("/").slice(1, -1).join("/")}`.replace("/(app)", "");
const guarded = (entries: Record<string, string>) =>
  Object.keys(entries).filter((name) => entries[name] !== "anyone");

const pages = named("/page.tsx");
const routes = named("/route.ts").filter(({ file }) => !file.startsWith("app/api/"));
const apiRoutes = named("/route.ts").filter(({ file }) => file.startsWith("app/api/"));
const actions = all.filter(({ text }) => text.startsWith('"use server"'));

describe("the table of what needs which role", () => {
  it("names every page, route and action, and nothing else", () => {
    expect(Object.keys(access.pages).toSorted()).toEqual(
      pages.map(({ file }) => pathOf(file)).toSorted(),
    );
    expect(Object.keys(access.routes).toSorted()).toEqual(
      routes.map(({ file }) => pathOf(file)).toSorted(),
    );
    expect(Object.keys(access.api).toSorted()).toEqual(
      apiRoutes.map(({ file }) => pathOf(file)).toSorted(),
    );
    const exported = actions.flatMap(({ text }) =>
      [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name),
    );
    expect(Object.keys(access.actions).toSorted()).toEqual(exported.toSorted());
  });

  it("has all server actions: no other file of the app declares one", () => {
    const others = all.filter(
      ({ text }) =>
        text.includes('"use server"') && !actions.some((action) => action.text === text),
    );
    expect(others.map(({ file }) => file)).toEqual([]);
  });

  it("has no action that leads anywhere but to a page: none calls `redirect` itself", () => {
    const others = actions.filter(({ text }) => /\b(?:redirect|permanentRedirect)\b/.test(text));
    expect(others.map(({ file }) => file)).toEqual([]);
  });

  it.each(pages.filter(({ file }) => guarded(access.pages).includes(pathOf(file))))(
    "$file looks its own role up",
    ({ file, text }) => {
      expect(text).toMatch(
        new RegExp(`await requireOwner(?:Session|InOutage)?\\("${escaped(pathOf(file))}"\\)`),
      );
    },
  );

  it.each(routes.filter(({ file }) => guarded(access.routes).includes(pathOf(file))))(
    "$file is made of commands with this role",
    ({ file, text }) => {
      const needed = access.routes[pathOf(file) as keyof typeof access.routes];
      const made = commandsIn(
        text,
        /\b(?:route|download|answerCommand)\(\s*(commands\.\w+|questions)/g,
      );
      expect(made.length).toBeGreaterThan(0);
      for (const { name, role } of made)
        expect([name, role]).toEqual([name, access.questions[name as "slug"] ?? needed]);
    },
  );

  it("names every question", () => {
    expect(access.questions).toEqual(
      Object.fromEntries(Object.entries(questions).map(([name, { role }]) => [name, role])),
    );
  });

  it.each(
    apiRoutes.filter(
      ({ file }) => access.api[pathOf(file) as keyof typeof access.api].write !== "anyone",
    ),
  )("$file is made of commands with these roles", ({ file, text }) => {
    const path = pathOf(file);
    expect(text).toMatch(/= operation\(/);
    for (const { name, role, api } of commandsIn(text, /\boperation\(([^)]*)/g)) {
      const own = access.api[bracketed(api?.path ?? "") as keyof typeof access.api];
      const here = access.api[path as keyof typeof access.api];
      const kind = api?.method === "get" ? "read" : "write";
      expect([name, own[kind], here[kind]]).toEqual([name, role, role]);
      expect([path, "/api/links/[slug]"]).toContain(bracketed(api?.path ?? ""));
    }
  });

  it.each(Object.keys(access.actions))(
    "the action %s is made of a command with this role",
    (name) => {
      const declared = new RegExp(
        `^export const ${name} = (?:action|form|jobAction)\\(\\s*(commands\\.\\w+)`,
        "m",
      );
      const [found] = actions.flatMap(({ text }) => {
        const match = declared.exec(text);
        return match ? [text] : [];
      });
      const [command] = commandsIn(found ?? "", declared);
      const needed = access.actions[name as keyof typeof access.actions];
      expect([name, command?.role]).toEqual([name, needed]);
    },
  );

  it("agrees with the document of the API", () => {
    const needs = { read: "reader", write: "editor", metrics: "reader", open: "anyone" };
    for (const { method, path, access: documented, role } of operations("https://go.example.com")) {
      const entry =
        access.api[path.replaceAll("{", "[").replaceAll("}", "]") as keyof typeof access.api];
      expect([path, method, entry[method === "get" ? "read" : "write"]]).toEqual([
        path,
        method,
        role ?? needs[documented],
      ]);
    }
  });
});

it("a role may do what those below it may", () => {
  expect(roles.map((role) => roles.filter((needed) => hasRole(role, needed)))).toEqual([
    ["reader"],
    ["reader", "editor"],
    ["reader", "editor", "owner"],
  ]);
  for (const a of roles)
    for (const b of roles)
      expect(hasRole(a, lowerRole(a, b)) && hasRole(b, lowerRole(a, b))).toBe(true);
});

/** The commands that a file names in what `pattern` captures. */
function commandsIn(text: string, pattern: RegExp): AnyCommand[] {
  const imported = [...text.matchAll(/from "@\/lib\/commands\/([\w-]+)"/g)];
  const known: Record<string, AnyCommand | Record<string, AnyCommand>> = Object.assign(
    {},
    ...imported.map(([, room = ""]) => (rooms as never as Record<string, object>)[room]),
  );
  const lists = [...text.matchAll(new RegExp(pattern, `${pattern.flags.replace("g", "")}g`))];
  return lists.flatMap(([, list = ""]) =>
    [...list.matchAll(/(?:commands\.)?(\w+)/g)].flatMap(([, name = ""]) => {
      const found = known[name] ?? expect.fail(`no command ${name}`);
      return "run" in found ? [found as AnyCommand] : Object.values(found);
    }),
  );
}

const bracketed = (path: string) => path.replaceAll("{", "[").replaceAll("}", "]");

function escaped(text: string): string {
  return text.replaceAll(/[[\]().]/g, "\\$&");
}
