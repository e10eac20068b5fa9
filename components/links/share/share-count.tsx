"use client";

import { useTexts } from "#texts";
import { formatNumber, formatShare } from "@/lib/core/format";
import type { Channel } from "@/lib/links/channel";
import { useViewer } from "../../layout/viewer-context";
import type { ShareFacts } from "../link-queries";
import { clicksOf } from "./channel-list";

/** Clicks with the selected source in the last 30 days. */
export function ShareCount({ channel, facts }: { channel: Channel; facts: ShareFacts | null }) {
  const { locale } = useViewer();
  const t = useTexts("links.share");
  const source = channel.source.trim();
  const clicks = clicksOf(facts, source);
  return (
    <div className="mt-auto flex items-end justify-between gap-6 border-hairline border-t pt-4">
      <div>
        <div className="text-label text-secondary">
          {t(source ? "clicksOfSource" : "clicksWithoutSource", { days: 30 })}
        </div>
        <div className="font-semibold text-figure tracking-figure">
          {facts ? formatNumber(clicks, locale) : "…"}
        </div>
      </div>
      {facts && facts.clicks > 0 && (
        <div className="text-label text-secondary">
          {t("ofAll", {
            share: formatShare(clicks, facts.clicks, locale),
            clicks: facts.clicks,
          })}
        </div>
      )}
    </div>
  );
}
