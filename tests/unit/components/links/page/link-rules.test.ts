import { expect, it } from "vitest";
import { settingsSummary } from "@/components/links/page/link-rules";
import type { Link } from "@/lib/links/link";
import { useTexts } from "../../../support/english-texts";

const summary = (link: Partial<Link>) =>
  settingsSummary(
    link as Link,
    useTexts("links.page"),
    useTexts("links.rules"),
    "en",
    "Europe/Berlin",
  );

it("says what a link has beyond its destination, and nothing of a plain one", () => {
  expect(summary({ slug: "a" })).toEqual([]);
  const rich: Partial<Link> = {
    maxClicks: 1,
    hasPassword: true,
    forwardQuery: true,
    forwardUtm: true,
    expiredUrl: "https://over.example/x",
    ios: "https://ios.example/x",
    android: "https://android.example/x",
    geo: { DE: "https://de.example/x" },
    languages: { fr: "https://fr.example/x" },
    schedule: [{ from: "2030-12-01T08:00:00.000Z", url: "https://winter.example/x" }],
    image: "https://a.example/i",
  };
  expect(summary(rich)).toEqual([
    "Click limit: 1",
    "Asks for a password",
    "Forwards query and UTM parameters",
    "iPhone and iPad: ios.example",
    "Android: android.example",
    "Germany: de.example",
    "French: fr.example",
    "From 1 Dec 2030, 09:00 GMT+1: winter.example",
    "Fallback destination: over.example",
    "Has its own preview",
  ]);
  expect(summary({ maxClicks: 1_000, forwardQuery: true, description: "Text" })).toEqual([
    "Click limit: 1,000",
    "Forwards query parameters",
    "Has its own preview",
  ]);
});
