import { describe, expect, it } from "vitest";
import { addUpClicks } from "@/lib/visits/add-up-clicks";

const at = (instant: string) => new Date(instant);
const click = (linkId: number, createdAt: string, isFirstDay = false) => ({
  linkId,
  createdAt: at(createdAt),
  isFirstDay,
});

describe("addUpClicks", () => {
  it("has one entry per link and hour", () => {
    const added = addUpClicks([
      click(1, "2026-03-01T10:00:00.000Z", true),
      click(1, "2026-03-01T10:59:59.999Z"),
      click(1, "2026-03-01T11:00:00.000Z", true),
      click(2, "2026-03-01T11:00:00.000Z"),
    ]);
    expect(added).toEqual([
      {
        linkId: 1,
        clicks: 2,
        firstDayClicks: 1,
        firstClickedAt: at("2026-03-01T10:00:00.000Z"),
        lastClickedAt: at("2026-03-01T10:59:59.999Z"),
      },
      {
        linkId: 1,
        clicks: 1,
        firstDayClicks: 1,
        firstClickedAt: at("2026-03-01T11:00:00.000Z"),
        lastClickedAt: at("2026-03-01T11:00:00.000Z"),
      },
      {
        linkId: 2,
        clicks: 1,
        firstDayClicks: 0,
        firstClickedAt: at("2026-03-01T11:00:00.000Z"),
        lastClickedAt: at("2026-03-01T11:00:00.000Z"),
      },
    ]);
  });

  it("distinguishes the same hour of two days", () => {
    expect(
      addUpClicks([click(1, "2026-02-28T10:00:00.000Z"), click(1, "2026-03-01T10:00:00.000Z")]),
    ).toHaveLength(2);
  });

  it("is empty without clicks", () => {
    expect(addUpClicks([])).toEqual([]);
  });
});
