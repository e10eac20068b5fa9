import { formatDay } from "@/lib/core/format";
import type { Share, ShareSubject } from "@/lib/shares/shares";
import type { Texts } from "@/lib/texts/translator";

type FigureTexts = Texts<"figures">;

type Named = { [Name in keyof ShareSubject]: string | null | undefined };

/** What a share page is about, as the dashboard says it. */
export function subjectName({ slug, tag, campaign }: Named, t: FigureTexts): string {
  if (slug) return `/${slug}`;
  return tag ? t("tag", { name: tag }) : t("campaign", { name: campaign ?? "" });
}

export function isAbout(share: Share, { slug, tag, campaign }: ShareSubject): boolean {
  if (slug !== undefined) return share.slug === slug;
  return tag !== undefined ? share.tag === tag : share.campaign === campaign;
}

/** `Last 30 days: Countries, Devices`. */
export function contentName(
  { days, from, to, cards }: Share,
  t: FigureTexts,
  locale: string,
): string {
  const [first = "", last = ""] = [from, to].map(
    (date) => date && formatDay(new Date(date), { year: "always", locale }),
  ) as string[];
  const range = days === null ? t("days", { from: first, to: last }) : t("recent", { days });
  if (cards.length === 0) return t("totalsOnly", { range });
  return t("content", { name: range, value: t.list(cards.map((card) => t(`cardNames.${card}`))) });
}
