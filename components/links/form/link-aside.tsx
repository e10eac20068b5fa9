"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import { readNumber } from "@/lib/core/read-number";
import { withScheme } from "@/lib/core/typed-destination";
import type { Link } from "@/lib/links/link";
import type { PreviewCard } from "@/lib/previews/read-card";
import type { Texts } from "@/lib/texts/translator";
import { useSharedHost, useSharedUrl } from "../../layout/instance";
import { Segment, Segmented } from "../../ui/segmented";
import { useDebouncedValue } from "../../ui/use-debounced-value";
import { useAnswer } from "../link-queries";
import { QrCode } from "../qr/qr-code";
import { QrDownloads } from "../qr/qr-downloads";
import { CardPreview, type CardStyle } from "./card-preview";
import { fromControl } from "./instant-value";
import type { LinkDraft } from "./link-draft";
import { destinationCard, emptyCard, noCard } from "./no-card";

type DestinationPreview = ReturnType<typeof useDestinationPreview>;

/**
 * What the page at the destination says of itself, once the owner has stopped typing. `title` and
 * `icon`: of the URL typed now.
 */
export function useDestinationPreview(typed: string) {
  const now = withScheme(typed);
  const url = useDebouncedValue(now, 300);
  const read = useAnswer("card", /^https?:\/\/[^/]+/i.test(url) ? { url } : null);
  const answer = url === now ? read.answer : null;
  return { ...read, title: answer?.card?.title || null, icon: answer?.icon ?? null };
}

/**
 * The card as preview bots will get it: the link's own title, text and image come before those of
 * the destination. `note`: why something is missing.
 */
function useServedCard(
  draft: LinkDraft,
  link: Link | undefined,
  { answer: read, isAsking }: DestinationPreview,
): { card: PreviewCard; note: string | null } {
  const t = useTexts("form");
  const [now] = useState(() => new Date());
  const [ownText, ownImage] = [draft.more.description.trim(), draft.more.image.trim()];
  const url = useDebouncedValue(ownImage, 700);
  const image = useAnswer("image", /^https:\/\/[^/]+\/./i.test(url) ? { url } : null);
  const facts = stateOf(draft, link);
  const none = noCard(facts, now, t);
  if (none) return { card: emptyCard, note: none };
  const theirs = destinationCard(facts, read?.card ?? null);
  const card = {
    title: draft.title.trim() || null,
    description: ownText || theirs.description,
    image: ownImage ? (image.answer?.image ?? null) : theirs.image,
    siteName: theirs.siteName,
  };
  const isLost = ownImage !== "" && ownImage === url && !image.isAsking && card.image === null;
  if (isLost) return { card, note: t("aside.imageLost") };
  if (facts.maxClicks) return { card, note: t("noCard.limited") };
  return {
    card,
    note: isAsking ? t("aside.loading") : missingNote(ownImage, ownText, read?.failure, t),
  };
}

/**
 * Names the image or description that the preview lacks because the destination could not be read.
 */
function missingNote(
  ownImage: string,
  ownText: string,
  failure: string | null | undefined,
  t: Texts<"form">,
): string | null {
  if (!failure || (ownImage && ownText)) return null;
  if (ownText) return t("aside.noImage", { failure });
  return ownImage ? t("aside.noDescription", { failure }) : t("aside.neither", { failure });
}

/** What decides on the state of the link once it is saved. */
function stateOf({ enabled, expires, more }: LinkDraft, link: Link | undefined) {
  return {
    enabled,
    expiresAt: fromControl(expires),
    startsAt: fromControl(more.starts),
    maxClicks: readNumber(more.maxClicks) || null,
    clickCount: link?.clickCount ?? 0,
    hasPassword: more.hasPassword || more.password !== "",
  };
}

/**
 * The live preview and QR code beside the form. `link`: the one that is edited; `isFree`: whether
 * any other slug is.
 */
export function LinkAside({
  draft,
  preview,
  link,
  isFree,
}: {
  draft: LinkDraft;
  preview: DestinationPreview;
  link: Link | undefined;
  isFree: boolean;
}) {
  const t = useTexts("form.aside");
  const { domain } = draft.more;
  const host = useSharedHost({ domain });
  const [variant, setVariant] = useState<CardStyle>("slack");
  const slug = draft.slug.trim();
  const address = useSharedUrl()({ slug, domain });
  const works = slug === link?.slug;
  const { card, note } = useServedCard(draft, link, preview);
  return (
    <aside className="min-w-0 border-hairline bg-sunken px-6 pt-5 pb-6 max-md:border-t max-sm:p-4 md:min-h-0 md:overflow-y-auto md:border-s">
      <div className="mb-3.5 flex items-center justify-between gap-4">
        <h3 className="font-medium text-small">{t("title")}</h3>
        <Segmented label={t("style")} small>
          <Segment on={variant === "slack"} onClick={() => setVariant("slack")}>
            Slack
          </Segment>
          <Segment on={variant === "x"} onClick={() => setVariant("x")}>
            X
          </Segment>
        </Segmented>
      </div>
      <CardPreview card={{ ...card, host }} fallback={slug || t("generated")} variant={variant} />
      <p role="status" className="mt-2.5 text-label text-secondary empty:mt-0">
        {note}
      </p>
      <div className="mt-3 flex items-center gap-4 border-hairline border-t pt-5">
        {works || isFree ? (
          <QrCode text={address} size={110} className={works ? "" : "opacity-60"} />
        ) : (
          <span className="grid size-[110px] shrink-0 place-items-center rounded-chip border border-control border-dashed p-2 text-center text-label text-secondary">
            {t("withSlug")}
          </span>
        )}
        <div className="min-w-0">
          <h3 className="font-medium text-small">{t("qr")}</h3>
          <p className="mt-0.5 mb-2.5 text-label text-secondary">
            {isFree && !works ? t("worksOnce") : t("print", { size: t.amount(2, "centimeter") })}
          </p>
          {works && <QrDownloads text={address} name={slug} size="small" />}
        </div>
      </div>
    </aside>
  );
}
