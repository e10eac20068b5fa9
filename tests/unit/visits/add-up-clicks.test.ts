import { describe, expect, it } from "vitest";
import { addUpClicks } from "@/lib/visits/add-up-clicks";
import type { Click } from "@/lib/visits/describe-click";

const click = (linkId: number, at: string, isFirstDay = false) => ({ linkId, createdAt: new Date(at), isFirstDay }) as Click;

describe("addUpClicks", () => {
  it("has one entry for each link and hour", () => {
    const added = addUpClicks([
      click(1, "2026-03-01T10:00:00.000Z", true),
      click(1, "2026-03-01T10:59:59.999Z"),
      click(1, "2026-03-01T11:00:00.000Z", true),
      click(2, "2026-03-01T11:00:00.000Z"),
    ]);
    expect(added.map(({ hour, ...rest }) => rest)).toEqual([
      { linkId: 1, clicks: 2, firstDayClicks: 1, firstClickedAt: "2026-03-01T10:00:00.000Z", lastClickedAt: "2026-03-01T10:59:59.999Z" },
      { linkId: 1, clicks: 1, firstDayClicks: 1, firstClickedAt: "2026-03-01T11:00:00.000Z", lastClickedAt: "2026-03-01T11:00:00.000Z" },
      { linkId: 2, clicks: 1, firstDayClicks: 0, firstClickedAt: "2026-03-01T11:00:00.000Z", lastClickedAt: "2026-03-01T11:00:00.000Z" },
    ]);
  });

  it("tells hours apart before 1970 too", () => {
    expect(addUpClicks([click(1, "1969-12-31T22:59:59.999Z"), click(1, "1969-12-31T23:00:00.000Z")])).toHaveLength(2);
  });

  it("is empty for nothing", () => {
    expect(addUpClicks([])).toEqual([]);
  });
});
