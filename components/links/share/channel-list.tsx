"use client";

import { useTexts } from "#texts";
import { formatNumber } from "@/lib/core/format";
import type { Channel } from "@/lib/links/channel";
import { useViewer } from "../../layout/viewer-context";
import { cn } from "../../ui/cn";
import type { ShareFacts } from "../link-queries";
import { ChannelSign } from "./channel-sign";

export interface ListedChannel extends Channel {
  name: string;
}

export function ChannelList({
  channels,
  facts,
  chosen,
  onChoose,
}: {
  channels: ListedChannel[];
  facts: ShareFacts | null;
  chosen: Channel;
  onChoose: (channel: Channel) => void;
}) {
  const { locale } = useViewer();
  const t = useTexts("links.share");
  return (
    <>
      <div className="flex justify-between px-6 pt-3 pb-2 text-label text-tertiary max-sm:px-4">
        <span>{t("channel")}</span>
        <span>{t("clicks", { days: 30 })}</span>
      </div>
      <ul>
        {channels.map((channel) => {
          const { name, source, medium } = channel;
          const isChosen = source === chosen.source;
          const clicks = clicksOf(facts, source);
          return (
            <li key={source} className="border-hairline border-t">
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() =>
                  onChoose({ source, medium, campaign: source === "" ? "" : chosen.campaign })
                }
                className={cn(
                  "flex min-h-14 w-full items-center gap-3 py-2 pe-4 ps-6 text-start focus-visible:-outline-offset-2 max-sm:ps-4",
                  isChosen
                    ? "bg-chosen shadow-[inset_2px_0_0_var(--color-accent)] rtl:shadow-[inset_-2px_0_0_var(--color-accent)]"
                    : "hover:bg-hover",
                )}
              >
                <ChannelSign source={source} isOn={isChosen} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{name}</span>
                  <span
                    className={cn(
                      "block truncate text-label text-secondary",
                      source && "font-mono",
                    )}
                  >
                    {source || t("plain")}
                  </span>
                </span>
                <span className="w-[76px] shrink-0 text-end">
                  <span className={cn("font-semibold tabular-nums", isChosen && "text-accent")}>
                    {facts ? formatNumber(clicks, locale) : "…"}
                  </span>
                  <Meter
                    share={facts && facts.clicks > 0 ? clicks / facts.clicks : 0}
                    plain={source === ""}
                  />
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Clicks with this source; for an empty one, those without a source. */
export function clicksOf(facts: ShareFacts | null, source: string): number {
  const wanted = source.trim();
  const isWanted = ({ label, rest }: ShareFacts["sources"][number]) =>
    wanted === "" ? rest === "absent" : rest === undefined && label === wanted;
  return facts?.sources.find(isWanted)?.count ?? 0;
}

function Meter({ share, plain }: { share: number; plain: boolean }) {
  return (
    <svg aria-hidden="true" className="mt-[5px] block h-[3px] w-full rtl:-scale-x-100">
      <rect
        width="100%"
        height="3"
        rx="1.5"
        className={plain ? "fill-hairline-strong" : "fill-accent-tint-strong"}
      />
      <rect
        width={`${share * 100}%`}
        height="3"
        rx="1.5"
        className={plain ? "fill-control" : "fill-accent"}
      />
    </svg>
  );
}
