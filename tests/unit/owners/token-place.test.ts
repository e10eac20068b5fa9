import { existsSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { expect, it } from "vitest";
import { containerOf, tokenCommand, tokenPlace } from "@/lib/owners/token-place";

it("the token is in the terminal, else in a file or a variable", () => {
  const places = (config: Parameters<typeof tokenPlace>[0]) =>
    [true, false].map((isTerminal) => tokenPlace(config, isTerminal));
  expect(places({ API_TOKEN: undefined, DATA_DIR: "/srv/slugline" })).toEqual([
    { kind: "terminal" },
    { kind: "file", path: "/srv/slugline/api-token", command: "cat '/srv/slugline/api-token'" },
  ]);
  expect(places({ API_TOKEN: "a-token", DATA_DIR: ".data" })).toEqual([
    { kind: "terminal" },
    { kind: "variable" },
  ]);
});

it("the command that shows it reaches into a container, and can be pasted with any folder", () => {
  expect(tokenCommand("/data", "1f2e3d4c5b6a")).toBe(
    "docker exec 1f2e3d4c5b6a cat '/data/api-token'",
  );
  expect(tokenCommand("/my data", null)).toBe("cat '/my data/api-token'");
  expect(tokenCommand("/it's", null)).toBe(String.raw`cat '/it'\''s/api-token'`);
});

it("only data where the image keeps them are in a container of the image", () => {
  expect(containerOf("/srv/slugline")).toBeNull();
  expect(readFileSync("Dockerfile", "utf8").match(/DATA_DIR=\S+/g)).toEqual([
    "DATA_DIR=/data",
    "DATA_DIR=/data",
  ]);
  expect(containerOf("/data")).toBe(existsSync("/.dockerenv") ? hostname() : null);
});
