import { chmodSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { canEnter } from "@/lib/database/postgres-place";
import { temporaryFolder } from "../support/temporary-folder";

const stranger = { uid: 987_654, gid: 987_654 };

/** A folder and the one inside it, with these modes. */
function folders(outerMode: number, innerMode: number): { outer: string; inner: string } {
  const outer = temporaryFolder();
  const inner = join(outer, "inner");
  mkdirSync(inner);
  chmodSync(inner, innerMode);
  chmodSync(outer, outerMode);
  return { outer, inner };
}

describe("canEnter", () => {
  it("lets everyone into the root folder", () => {
    expect(canEnter("/", stranger)).toBe(true);
  });

  it.each([
    [0o711, true],
    [0o701, true],
    [0o755, true],
    [0o700, false],
    [0o710, false],
    [0o744, false],
  ])("checks other users by the last digit: %o", (mode, enters) => {
    expect(canEnter(folders(0o711, mode).inner, stranger)).toBe(enters);
  });

  it.each([
    [0o700, true],
    [0o100, true],
    [0o611, false],
  ])("checks the owner by the first digit: %o", (mode, enters) => {
    const { inner } = folders(0o711, mode);
    expect(canEnter(inner, { ...stranger, uid: statSync(inner).uid })).toBe(enters);
  });

  it.each([
    [0o710, true],
    [0o701, false],
  ])("checks the group by the middle digit: %o", (mode, enters) => {
    const { inner } = folders(0o711, mode);
    const { gid } = statSync(inner);
    chmodSync(join(inner, ".."), 0o711 | 0o010);
    expect(canEnter(inner, { ...stranger, gid })).toBe(enters);
  });

  it("checks every parent folder", () => {
    expect(canEnter(folders(0o700, 0o755).inner, stranger)).toBe(false);
  });
});
