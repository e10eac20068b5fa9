import { count, formatDay } from "@/lib/core/format";
import type { ShareCard } from "@/lib/core/share";
import type { Share, ShareSubject } from "@/lib/shares/shares";

export const cardNames: Record<ShareCard, string> = {
  countries: "Countries",
  referrers: "Referrers",
  cities: "Cities",
  devices: "Devices",
  campaigns: "Campaigns",
  languages: "Languages",
  links: "Links",
};

type Named = { [Name in keyof ShareSubject]: string | null | undefined };

/** What a share page is about, as the dashboard says it. */
export function subjectName({ slug, tag, campaign }: Named): string {
  if (slug) return `/${slug}`;
  return tag ? `Tag ${tag}` : `Campaign ${campaign}`;
}

export function isAbout(share: Share, { slug, tag, campaign }: ShareSubject): boolean {
  if (slug !== undefined) return share.slug === slug;
  return tag !== undefined ? share.tag === tag : share.campaign === campaign;
}

/** `Last 30 days: Countries, Devices`. */
export function contentName({ days, from, to, cards }: Share): string {
  const [first, last] = [from, to].map(
    (date) => date && formatDay(new Date(date), { year: "always" }),
  );
  const range = days === null ? `${first} to ${last}` : `Last ${count(days, "day")}`;
  return `${range}: ${cards.map((card) => cardNames[card]).join(", ") || "totals only"}`;
}
