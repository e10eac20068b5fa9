import { expect, it, vi } from "vitest";
import { withBeside } from "@/components/stats/report/with-beside";
import type { PartData } from "@/lib/http/part-data";
import { useService } from "../../../support/service";

useService();

const failed = { ok: false, failure: { sentence: { id: "databaseUnavailable" } } } as const;
const read = <T>(value: T): Promise<PartData<T>> => Promise.resolve({ ok: true, value });
const hung = new Promise<never>(() => {});

it("what fails or hangs is null, after one deadline for all", async () => {
  vi.useFakeTimers();
  try {
    const both = withBeside(read("report"), {
      history: hung,
      rank: hung,
      visitors: read(3),
      notes: Promise.resolve(failed as PartData<string>),
    });
    await vi.advanceTimersByTimeAsync(1_001);
    expect(vi.getTimerCount()).toBe(0);
    expect(await both).toEqual({
      ok: true,
      value: { report: "report", beside: { history: null, rank: null, visitors: 3, notes: null } },
    });
  } finally {
    vi.useRealTimers();
  }
});

it("without a report nothing beside it is awaited", async () => {
  expect(await withBeside(Promise.resolve(failed), { history: hung })).toBe(failed);
});
