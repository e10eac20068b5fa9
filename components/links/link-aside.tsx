"use client";

import { useState } from "react";
import { withScheme } from "@/lib/core/typed-destination";
import { useInstance } from "../layout/instance";
import { Segment, Segmented } from "../ui/segmented";
import { useDebouncedValue } from "../ui/use-debounced-value";
import { CardPreview, type CardStyle } from "./card-preview";
import type { LinkDraft } from "./link-draft";
import { useAnswer } from "./link-queries";
import { QrCode } from "./qr-code";
import { QrDownloads } from "./qr-downloads";

export type DestinationPreview = ReturnType<typeof useDestinationPreview>;

/** What the page at the destination says of itself, once the owner has stopped typing. `title`: of the URL typed now. */
export function useDestinationPreview(typed: string) {
  const now = withScheme(typed);
  const url = useDebouncedValue(now, 700);
  const read = useAnswer("card", /^https?:\/\/[^/]+/i.test(url) ? { url } : null);
  return { ...read, title: (url === now && read.answer?.card?.title) || null };
}

/** The live preview and QR code beside the form. `own`: the slug of the link that is edited; `isFree`: of any other slug. */
export function LinkAside({
  draft,
  preview: { answer: read, isAsking },
  own,
  isFree,
}: {
  draft: LinkDraft;
  preview: DestinationPreview;
  own: string | undefined;
  isFree: boolean;
}) {
  const { baseUrl, host } = useInstance();
  const [variant, setVariant] = useState<CardStyle>("slack");
  const slug = draft.slug.trim();
  const works = slug === own;
  const { description = null, image = null, siteName = null } = read?.card ?? {};
  const title = draft.title.trim() || null;
  return (
    <aside className="min-w-0 border-hairline bg-sunken px-6 pt-5 pb-6 max-md:border-t max-sm:p-4 md:border-l">
      <div className="mb-3.5 flex items-center justify-between gap-4">
        <h3 className="font-medium text-small">Link preview</h3>
        <Segmented label="Preview style" small>
          <Segment on={variant === "slack"} className="max-sm:min-w-11 max-sm:justify-center" onClick={() => setVariant("slack")}>
            Slack
          </Segment>
          <Segment on={variant === "x"} className="max-sm:min-w-11 max-sm:justify-center" onClick={() => setVariant("x")}>
            X
          </Segment>
        </Segmented>
      </div>
      <CardPreview card={{ title, description, image, siteName, host }} fallback={slug || "generated slug"} variant={variant} />
      <p role="status" className="mt-2.5 min-h-4 text-label text-secondary">
        {isAsking ? "Loading preview…" : read?.failure && `No image or description: ${read.failure}`}
      </p>
      <div className="mt-3 flex items-center gap-4 border-hairline border-t pt-5">
        {works || isFree ? (
          <QrCode text={`${baseUrl}/${slug}`} size={110} className={works ? "" : "opacity-60"} />
        ) : (
          <span className="grid size-[110px] shrink-0 place-items-center rounded-chip border border-control border-dashed p-2 text-center text-label text-secondary">
            {slug ? "Appears with a free slug" : "Appears with the slug"}
          </span>
        )}
        <div className="min-w-0">
          <h3 className="font-medium text-small">QR code</h3>
          <p className="mt-0.5 mb-2.5 text-label text-secondary">{isFree && !works ? "Works once the link is created" : "Print at 2 cm or larger"}</p>
          {works && <QrDownloads text={`${baseUrl}/${slug}`} name={slug} size="small" />}
        </div>
      </div>
    </aside>
  );
}
