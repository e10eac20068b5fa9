import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { QueueFullError } from "@/lib/visits/group-commit";
import { Journal } from "@/lib/visits/journal/journal";
import { LimitUnavailableError } from "@/lib/visits/limits/limited-clicks";
import { clickRefusal } from "@/lib/visits/refuse-visit";
import { useConfig } from "../support/config";

const entry = { kind: "clicks" as const, clicks: [] };

it("names why a click was refused", async () => {
  const folder = mkdtempSync(join(tmpdir(), "slugline-unit-"));
  writeFileSync(join(folder, "file"), "");
  const failure = async (journal: () => Journal) => {
    try {
      return await journal().append(entry);
    } catch (error) {
      return error;
    }
  };
  expect(clickRefusal(new QueueFullError("full"))).toBe("queue_full");
  expect(clickRefusal(await failure(() => new Journal(useConfig(), join(folder, "full"), 1)))).toBe(
    "journal_full",
  );
  expect(
    clickRefusal(
      await failure(() => new Journal(useConfig(), join(folder, "file", "no-folder"), 1e6)),
    ),
  ).toBe("journal_failed");
  expect(clickRefusal(new LimitUnavailableError("late"))).toBe("limit_unavailable");
  expect(clickRefusal(new Error("anything else"))).toBe("internal");
  rmSync(folder, { recursive: true });
});
