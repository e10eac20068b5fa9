import { expect, it } from "vitest";
import { effectOf as effectIn, type StoppedState } from "@/components/links/page/visitor-effect";
import type { Link } from "@/lib/links/link";
import type { SiteSettings } from "@/lib/pages/site-schema";
import { useTexts } from "../../../support/english-texts";

const effectOf = (state: StoppedState, link: Pick<Link, "expiredUrl">, settings: SiteSettings) =>
  effectIn(state, link, settings, useTexts("links.effects"));

const states: StoppedState[] = ["disabled", "scheduled", "expired", "usedUp"];
const plain: Pick<Link, "expiredUrl"> = {};
const effects = (link = plain, settings = {}) =>
  states.map((state) => effectOf(state, link, settings));

it("says what visitors get without any settings", () => {
  const toFront = "Visitors go to the home page.";
  expect(effects()).toEqual([
    "Visitors see a 404 page.",
    "Visitors see a 404 page.",
    toFront,
    toFront,
  ]);
});

it("names the hosts that the settings lead to", () => {
  const [unknown, over] = [
    "Visitors are redirected to search.example.",
    "Visitors are taken to news.example.",
  ];
  const settings = {
    NOT_FOUND_URL: "https://search.example/?q={slug}",
    EXPIRED_URL: "https://news.example/a",
  };
  expect(effects(plain, settings)).toEqual([unknown, unknown, over, over]);
});

it("puts the fallback destination first, unless its scheme is not allowed any more", () => {
  const app: Pick<Link, "expiredUrl"> = { expiredUrl: "mailto:a@example.com" };
  expect(
    effectOf(
      "expired",
      { expiredUrl: "https://over.example/x" },
      { EXPIRED_URL: "https://news.example/" },
    ),
  ).toBe("Visitors go to the fallback destination.");
  expect(effectOf("usedUp", app, { DESTINATION_SCHEMES: new Set(["mailto"]) })).toContain(
    "fallback destination",
  );
  expect(effectOf("usedUp", app, {})).toContain("home page");
  expect(effectOf("disabled", app, {})).toBe("Visitors see a 404 page.");
});
