import { expect, it } from "vitest";
import type { LabelCount } from "@/lib/stats/report/read-statistics";
import { breakdownsOf } from "@/lib/stats/report/read-statistics";
import { statisticsCsv } from "@/lib/stats/report/statistics-csv";

const campaigns: LabelCount[] = [{ label: "2026-11-19", detail: null, count: 2 }];
const report = {
  ...{ labelCounts: { campaign: 1 }, isFiltered: false, unread: 0 },
  days: [{ date: "2026-11-19", clicks: 1_234, uniqueVisitors: null }],
  breakdowns: breakdownsOf((name) => (name === "campaign" ? campaigns : [])),
};

it("writes days as dates for a spreadsheet, and labels that look like one as text", () => {
  expect(statisticsCsv(report)).toBe(
    [
      '"part","label","detail","clicks","uniqueVisitors"',
      '"day","2026-11-19",,1234,',
      '"utm_campaign","2026-11-19",,2,',
      "",
    ].join("\r\n"),
  );
  // The days are those of the report, whatever the zone of the viewer.
  const spreadsheet = { separator: ";", timeZone: "America/New_York" } as const;
  expect(statisticsCsv(report, [], spreadsheet)).toBe(
    [
      '\ufeff"part";"label";"detail";"clicks";"uniqueVisitors"',
      '"day";2026-11-19;;1234;',
      `"utm_campaign";"'2026-11-19";;2;`,
      "",
    ].join("\r\n"),
  );
});

it("says first that clicks may be missing", () => {
  const waitingSince = "2026-11-19T10:00:00.000Z";
  expect(statisticsCsv({ ...report, waitingSince }).split("\r\n")[1]).toBe(
    '"waitingSince","2026-11-19T10:00:00.000Z",,0,',
  );
});

it("tells a campaign called None or Other from clicks without one, and from those beyond the cap", () => {
  const labels: LabelCount[] = [
    { label: "None", detail: null, count: 7, named: 2 },
    { label: "Other", detail: null, count: 3 },
  ];
  const lines = (campaign: number) =>
    statisticsCsv({
      ...report,
      labelCounts: { campaign },
      breakdowns: breakdownsOf((name) => (name === "campaign" ? labels : [])),
    })
      .split("\r\n")
      .slice(2, -1);
  const none = ['"utm_campaign","None",,5,', '"utm_campaign","None","None",2,'];
  expect(lines(2)).toEqual([none[0], '"utm_campaign","Other","Other",3,', none[1]]);
  expect(lines(1_001)).toEqual([none[0], '"utm_campaign","Other",,3,', none[1]]);
});

it("keeps the country of a city called Other", () => {
  const city: LabelCount = { label: "Other", detail: "CH", count: 3 };
  const breakdowns = breakdownsOf((name) => (name === "city" ? [city] : []));
  expect(statisticsCsv({ ...report, breakdowns })).toContain('"city","Other","CH",3,');
});
