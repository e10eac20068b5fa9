import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { ShareCard } from "@/components/shares/share-card";
import { ShareChart } from "@/components/shares/share-chart";
import { shareWords } from "@/components/shares/share-words";
import type { ListName, ShareFigures, ShareList } from "@/lib/shares/share-figures";

vi.mock("@/components/stats/breakdown/geo-credit", () => ({ GeoCredit: () => null }));

const words = shareWords("en", "en");
const list = (name: ListName, count: number, isPartial = false): ShareList => ({
  name,
  rows: count > 0 ? [{ label: `${name}-label`, detail: null, clicks: count }] : [],
  isPartial,
});
const cardOf = (card: ShareFigures["cards"][number]["card"], lists: ShareList[]) =>
  renderToStaticMarkup(createElement(ShareCard, { card: { card, lists }, clicks: 9, words }));
const times = (text: string, said: string) => text.split(said).length - 1;

describe("a card", () => {
  it("without clicks says so once", () => {
    const said = cardOf("devices", [list("device", 0), list("browser", 0), list("os", 0)]);
    expect(times(said, words.texts.noClicks)).toBe(1);
    expect(said).not.toContain(words.texts.few);
  });

  it("with few clicks only says that it has few", () => {
    const said = cardOf("cities", [list("city", 0, true)]);
    expect(times(said, words.texts.few)).toBe(1);
    expect(said).not.toContain(words.texts.noClicks);
  });

  it("has a heading for each list after the first", () => {
    const said = cardOf("devices", [list("device", 3), list("browser", 3), list("os", 3)]);
    expect([...said.matchAll(/<h3[^>]*>([^<]*)/g)].map(([, title]) => title)).toEqual([
      words.texts.browsers,
      words.texts.systems,
    ]);
    expect(said).not.toContain(words.texts.noClicks);
  });
});

it("the axis says each end once", () => {
  const axis = (days: number) => {
    const points = Array.from({ length: days }, (_, day) => ({
      start: `2026-05-0${day + 1}T00:00:00.000Z`,
      clicks: 1,
      visitors: 1,
    }));
    const figures = { points, interval: "day", isOpen: false, clicks: days } as const;
    const said = renderToStaticMarkup(
      createElement(ShareChart, { figures: figures as unknown as ShareFigures, words }),
    );
    return [...said.matchAll(/<span>([^<]*)/g)].map(([, end]) => end);
  };
  expect(axis(1)).toEqual(["May 1"]);
  expect(axis(2)).toEqual(["May 1", "May 2"]);
  expect(axis(5)).toEqual(["May 1", "May 3", "May 5"]);
});

it("a campaign called None is not clicks without one", () => {
  const { label } = shareWords("de", "de");
  expect([label("campaign", "None", "None"), label("campaign", "None", null)]).toEqual([
    "None",
    "Ohne Kampagne",
  ]);
});

it.each([
  ["country", "CH", "Schweiz"],
  ["country", "Unknown", "Unbekannt"],
  ["device", "mobile", "mobile"],
  ["device", "Mobile", "Smartphone"],
  ["referrer", "Direct", "Direkt"],
  ["locale", "de-CH", "Deutsch (CH)"],
  ["campaign", "Direct", "Direct"],
  ["campaign", "None", "Ohne Kampagne"],
  ["link", "Other", "/Other"],
] as const)("%s %s is said as in the dashboard: %s", (name, label, said) => {
  expect(shareWords("de", "de").label(name, label)).toBe(said);
});
