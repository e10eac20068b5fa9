import { expect, it } from "vitest";
import { terminalLine } from "@/lib/config/terminal-line";

const line = (details: object) =>
  terminalLine(
    JSON.stringify({ level: 30, time: "2026-03-01T12:00:00.000Z", msg: "text", ...details }),
  );

it("a line for a terminal has time, message and details", () => {
  expect(line({})).toMatch(/^\d\d:\d\d:\d\d text\n$/);
  expect(line({ level: 40, reason: "no answer", file: "a.journal", count: 3 })).toMatch(
    / warning text reason="no answer" file=a\.journal count=3\n$/,
  );
  expect(line({ level: 50 })).toMatch(/ error text\n$/);
});

it("its stack trace follows on lines of its own", () => {
  expect(line({ stack: "Error: x\n    at y" })).toMatch(/ text\nError: x\n {4}at y\n$/);
});

it("values cannot change the terminal or add lines", () => {
  const shown = line({ printed: "\x1b[2Ja\nb\x07", stack: "\x1b]0;title\x07Error\x1b[31m" });
  for (const control of ["\x1b", "\x07"]) expect(shown).not.toContain(control);
  expect(shown.split("\n")).toHaveLength(3);
});
