import { expect, it } from "vitest";
import { listMarks, placeMarks } from "@/components/stats/chart/marks";
import { lastDays } from "@/lib/core/date-range";
import type { Link } from "@/lib/links/link";
import type { LinkHistory } from "@/lib/stats/report/link-history";
import type { LinkReport } from "@/lib/stats/report/link-report";
import { useTexts as textsOf } from "../../../support/english-texts";

const events = textsOf("stats.events");

const now = new Date("2026-11-22T12:00:00Z");
const reportOf = (link: Partial<Link>, isFiltered = false) =>
  ({
    link: { createdAt: "2026-11-17T12:00:00.000Z", expiresAt: null, ...link },
    dateRange: lastDays(30, now),
    isFiltered,
  }) as unknown as LinkReport;
const history: LinkHistory = {
  botHits: new Map(),
  apps: [
    { name: "Slack", firstSeenAt: "2026-11-18T09:00:00.000Z", count: 0 },
    { name: "WhatsApp", firstSeenAt: "2026-11-18T09:30:00.000Z", count: 1 },
    { name: "Other", firstSeenAt: "2026-11-18T08:00:00.000Z", count: 3 },
    { name: "X", firstSeenAt: "2026-01-18T08:00:00.000Z", count: 3 },
  ],
  changes: [
    { kind: "destination", at: "2026-11-18T10:00:00.000Z", before: "old.example" },
    { kind: "renamed", at: "2026-11-20T10:00:00.000Z", before: "guide" },
    { kind: "tagged", at: "2026-11-21T10:00:00.000Z", before: "spring, print" },
    { kind: "untagged", at: "2026-11-21T11:00:00.000Z", before: "spring" },
  ],
  unusualDays: [{ date: "2026-11-19", clicks: 1_200, usual: 99.5 }],
};

it("lists what happened in the range, oldest first", () => {
  expect(
    listMarks(reportOf({ expiresAt: "2026-12-01T00:00:00.000Z" }), history, now, events).map(
      ({ name }) => name,
    ),
  ).toEqual([
    "Created",
    "First preview by Slack, WhatsApp",
    "Destination changed, was old.example",
    "Unusual day: 1,200 clicks, usually 100",
    "Renamed, was /guide",
    "Tagged spring, print",
    "No longer tagged spring",
    "Expires",
  ]);
  expect(
    listMarks(reportOf({ expiresAt: "2026-11-21T00:00:00.000Z" }, true), null, now, events).map(
      ({ name }) => name,
    ),
  ).toEqual(["Created", "Expired"]);
});

it("places marks on the points of the chart, and leaves out an expiry that is too far ahead", () => {
  const marks = listMarks(
    reportOf({ expiresAt: "2026-11-24T10:00:00.000Z" }),
    history,
    now,
    events,
  );
  const points = ["17", "18", "19", "20", "21", "22"].map((day) => ({
    start: `2026-11-${day}`,
    count: 1,
  }));
  const line = {
    interval: "day" as const,
    points,
    before: null,
    upcoming: ["2026-11-23", "2026-11-24"],
    isOpen: true,
    timeZone: "UTC",
  };
  expect(placeMarks(marks, line).map(({ start, names }) => [start.slice(8), names.length])).toEqual(
    [
      ["17", 1],
      ["18", 2],
      ["19", 1],
      ["20", 1],
      ["21", 2],
      ["24", 1],
    ],
  );
  expect(placeMarks(marks, { ...line, upcoming: [] }).map(({ start }) => start.slice(8))).toEqual([
    "17",
    "18",
    "19",
    "20",
    "21",
  ]);
});

it("marks the hours in which one visitor made most clicks, once in each point", () => {
  const hours = ["2026-11-20T10:00:00.000Z", "2026-11-20T11:00:00.000Z"];
  const marks = listMarks(reportOf({ expiresAt: null }), null, now, events, [{ hours }]);
  expect(marks.map(({ at, name }) => [at, name])).toEqual([
    [expect.any(String), "Created"],
    ...hours.map((at) => [at, "Most clicks are from one visitor"]),
  ]);
  const points = [{ start: "2026-11-20", count: 150 }];
  const line = { points, before: null, upcoming: [], isOpen: true, timeZone: "UTC" };
  const placed = placeMarks(marks, { ...line, interval: "day" });
  expect(placed.map(({ names }) => names)).toEqual([
    ["Created", "Most clicks are from one visitor"],
  ]);
});
