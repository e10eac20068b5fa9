import { expect, it } from "vitest";
import { destinationCard, emptyCard, noCard } from "@/components/links/form/no-card";
import { textsIn } from "@/lib/texts/translate";

const t = textsIn("en", "form");
const now = new Date("2026-11-20T00:00:00Z");
const active = { enabled: true, expiresAt: null };

it("says why apps show no preview, of all links that do not redirect at once", () => {
  expect(noCard(active, now, t)).toBeNull();
  expect(noCard({ ...active, hasPassword: true }, now, t)).toBe(
    "Apps show no preview while the link has a password",
  );
  expect(noCard({ ...active, enabled: false }, now, t)).toMatch(/not active/);
  expect(noCard({ ...active, expiresAt: "2026-11-19T00:00:00Z" }, now, t)).toMatch(/not active/);
  expect(noCard({ ...active, maxClicks: 3, clickCount: 3 }, now, t)).toMatch(/not active/);
  expect(noCard({ ...active, startsAt: "2026-11-21T00:00:00Z" }, now, t)).toMatch(/not active/);
});

it("shows nothing of the destination on the card of a link with a click limit, as preview bots get it", () => {
  const card = {
    title: "Theirs",
    description: "Text",
    image: "https://example.com/i.png",
    siteName: "Example",
  };
  expect([
    destinationCard({ maxClicks: 5 }, card),
    destinationCard({}, card),
    destinationCard({}, null),
  ]).toEqual([emptyCard, card, emptyCard]);
});
