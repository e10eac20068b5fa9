import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { type CommandName, commands, helpOf, readArguments } from "@/scripts/commands.mjs";

const names = Object.keys(commands) as CommandName[];

describe.each(names)("%s", (name) => {
  it("explains itself instead of running", () => {
    expect(readArguments(name, ["--help"])).toBeNull();
    expect(readArguments(name, ["-h", "--unheard-of"])).toMatchObject({
      fault: expect.stringContaining("unheard-of"),
    });
    expect(helpOf(name, `slugline ${name}`)).toMatch(new RegExp(`^Usage: slugline ${name}`));
  });

  it("refuses what it does not know", () => {
    expect(readArguments(name, ["--port", "3173"])).toEqual({ fault: "Unknown option '--port'." });
    expect(readArguments(name, ["one", "two", "three"])).toEqual({
      fault: "Unexpected: one two three",
    });
  });
});

it.each<[CommandName, string[], unknown]>([
  ["start", [], { words: [], options: {} }],
  ["backup", [], { words: [], options: {} }],
  ["backup", ["a.gz"], { words: ["a.gz"], options: {} }],
  ["restore", [], { fault: "An argument is missing." }],
  ["owner", [], { fault: "An argument is missing." }],
  ["owner", ["list", "--json"], { words: ["list"], options: { json: true } }],
  ["owner", ["list", "a@b.example"], { fault: "Unexpected: list a@b.example" }],
  ["owner", ["add"], { fault: "An argument is missing." }],
  [
    "owner",
    ["add", "a@b.example", "--role=reader"],
    { words: ["add", "a@b.example"], options: { role: "reader" } },
  ],
  [
    "owner",
    ["add", "a@b.example", "--role", "king"],
    { fault: "--role must be one of owner, editor, reader." },
  ],
  ["owner", ["add", "a@b.example", "--json"], { fault: '"add EMAIL" has no option --json.' }],
  [
    "distribute",
    ["--shards=8", "--dry-run"],
    { words: [], options: { shards: "8", "dry-run": true } },
  ],
  ["distribute", ["--shards", "-1"], { fault: "Option '--shards' argument is ambiguous." }],
  ["doctor", ["--json=yes"], { fault: "Option '--json' does not take an argument." }],
])("%s %j", (name, given, read) => {
  expect(readArguments(name, given)).toEqual(read);
});

it.each([
  [["scripts/slugline.mjs", "start", "--port", "3173"], "Usage: slugline start"],
  [["scripts/start.mjs", "--port", "3173"], "Usage: npm start --"],
  [["scripts/demo.mjs", "now"], "Usage: npm run demo --"],
  [["scripts/slugline.mjs", "backup", "--", "a", "b"], "Usage: slugline backup [FILE]"],
  [["scripts/database.mjs", "check", "--all"], "Usage: npm run db:check -- [URL] [--json]"],
])("%j is refused with its usage", (typed, usage) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, typed, { encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain(usage);
});
