import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * A folder of the running test's own, gone afterwards. In /tmp, which every user may enter; some
 * systems' own is not.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join("/tmp", "slugline-unit-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
