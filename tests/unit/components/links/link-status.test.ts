import { expect, it } from "vitest";
import { linkStatus } from "@/components/links/link-status";
import type { BrowsedLink } from "@/lib/stats/list/browse-links";
import { inEnglish } from "../../../support/in-english";
import { useTexts } from "../../support/english-texts";

const now = new Date("2026-11-19T10:00:00Z");
const viewing = { now, timeZone: "Asia/Tokyo", locale: "en", said: inEnglish };
const linkWith = (changes: Partial<BrowsedLink>) =>
  ({
    enabled: true,
    expiresAt: null,
    updatedAt: now.toISOString(),
    lastClickedAt: null,
    brokenReason: null,
    movedTo: null,
    ...changes,
  }) as BrowsedLink;

it.each([
  [{ expiresAt: "2026-11-20T23:30:00.000Z" }, "Expires in 38 hours, 21 Nov, 08:30 GMT+9"],
  [{ expiresAt: "2027-03-01T23:30:00.000Z" }, "Expires 2 Mar 2027, 08:30 GMT+9"],
  [{ movedTo: "new.example" }, "Destination moved to new.example"],
  [{ expiresAt: "2026-11-18T23:30:00.000Z" }, "Expired 19 Nov, 08:30 GMT+9"],
  [
    { enabled: false, updatedAt: "2026-11-18T23:30:00.000Z" },
    "Disabled, last changed 19 Nov, 08:30 GMT+9",
  ],
])("the status of %j is shown in the viewer's time zone", (changes, sentence) => {
  expect(linkStatus(linkWith(changes), useTexts("links.status"), viewing).sentence).toBe(sentence);
});
