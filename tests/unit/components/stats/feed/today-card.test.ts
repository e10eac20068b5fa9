import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { TodayCard } from "@/components/stats/feed/today-card";
import { textsIn } from "@/lib/texts/translate";

vi.mock("@/components/stats/feed/live", () => ({ LivePage: () => null }));

it("the clicks of today say that some wait to be stored", () => {
  const now = new Date("2026-05-20T12:00:00Z");
  const today = { clicks: 1, yesterdaySoFar: 0, hours: [1], yesterdayHours: [0] };
  const said = (given: typeof today) =>
    renderToStaticMarkup(
      createElement(TodayCard, { today: given, last: "", now, timeZone: "UTC", locale: "en" }),
    );
  const waiting = textsIn("en", "stats.totals")("waiting");
  const waitingSince = "2026-05-20T11:59:00.000Z";
  expect(said({ ...today, ...{ waitingSince } })).toContain(waiting);
  expect(said(today)).not.toContain(waiting);
});
