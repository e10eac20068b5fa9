import { expect, it } from "vitest";
import type { LabelCount } from "@/lib/stats/report/read-statistics";
import { breakdownsOf } from "@/lib/stats/report/read-statistics";
import { statisticsCsv } from "@/lib/stats/report/statistics-csv";

const campaigns: LabelCount[] = [{ label: "2026-11-19", detail: null, count: 2 }];
const report = {
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
