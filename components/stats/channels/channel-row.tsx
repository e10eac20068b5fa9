import NextLink from "next/link";
import { useTexts } from "#texts";
import { QrCode } from "@/components/ui/icons";
import { dayMs, startOfDay } from "@/lib/core/day";
import { formatAgo, formatDay, formatShare } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import { isChannelChosen, withChannel } from "@/lib/stats/query/change-filters";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { BoardChannel } from "@/lib/stats/report/channel-board";
import type { Texts } from "@/lib/texts/translator";
import { CommandButton } from "../../layout/command-button";
import { RemoveChannel } from "../../links/share/remove-channel";
import { BarLabel } from "../../ui/bar";
import { cn } from "../../ui/cn";
import { CopyButton } from "../../ui/copy-button";
import { Waiting } from "../../ui/waiting";
import { Delta } from "../delta";
import { channelLabel, channelTags } from "../label-names";
import { linkPageHref } from "../page-address";

interface ChannelRowProps {
  channel: BoardChannel;
  link: Link;
  query: PageQuery;
  /** The most clicks of a channel, and all clicks in the range. */
  most: number;
  total: number;
  isCompared: boolean;
  now: Date;
  locale: string;
}

export const channelColumns =
  "grid grid-cols-[minmax(0,1fr)_60px_72px] items-center gap-x-1 px-2 max-sm:grid-cols-[minmax(0,1fr)_60px_52px]";

/** As wide as copying, the QR code and the removal of a short link. */
export const actionsWidth = "min-w-21 shrink-0 max-sm:min-w-22 print:hidden";

/** A channel with its clicks and, for each of its campaigns, a short link to copy. */
export function ChannelRow({
  channel,
  link,
  query,
  most,
  total,
  isCompared,
  now,
  locale,
}: ChannelRowProps) {
  const [t, shares] = [useTexts("stats.channels"), useTexts("stats.breakdown")];
  const { kind, clicks, change, addresses } = channel;
  const name = channelLabel(channel, useTexts("stats.labels"));
  const isOn = isChannelChosen(query.filters, channel);
  const last = lastClickText(channel, { now, locale, t });
  const tags = channelTags(channel);
  return (
    <li title={last} className="flex items-center">
      <div className={cn(channelColumns, "min-w-0 flex-1")}>
        <BarLabel share={clicks / most} tint={isOn ? "strong" : "accent"} className="max-sm:h-11">
          {kind === "other" ? (
            <span className="truncate font-medium">{name}</span>
          ) : (
            <NextLink
              href={linkPageHref(link.slug, query, {
                filters: withChannel(query.filters, isOn ? null : channel),
              })}
              prefetch={false}
              scroll={false}
              aria-current={isOn ? "true" : undefined}
              title={isOn ? shares("remove") : shares("only", { name })}
              className="flex h-full min-w-0 items-center gap-2 rounded-bar font-medium focus-visible:-outline-offset-2 max-sm:flex-1"
            >
              <span className="truncate">{name}</span>
              <Waiting className="absolute inset-x-0 bottom-0" />
            </NextLink>
          )}
          {kind === "tagged" && tags !== name && (
            <span className="mono truncate text-secondary max-sm:hidden">{tags}</span>
          )}
        </BarLabel>
        <span className="text-end font-medium tabular-nums">
          {shares.rich("counted", {
            count: clicks,
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </span>
        <span className="text-end text-secondary text-small tabular-nums">
          {isCompared && change ? (
            <Delta {...change} locale={locale} />
          ) : (
            total > 0 && formatShare(clicks, total, locale)
          )}
          <span className="sr-only">. {last}</span>
        </span>
      </div>
      <ChannelActions {...{ addresses, link, name }} />
    </li>
  );
}

/** Copy, QR code and removal of each short link of a channel, which differ by campaign. */
function ChannelActions({
  addresses,
  link,
  name,
}: Pick<BoardChannel, "addresses" | "name"> & { link: Link }) {
  const t = useTexts("stats.channels");
  return (
    <span className={cn("flex flex-col items-end", actionsWidth)}>
      {addresses.map(({ channel, url, isAdded }) => {
        const said = channel.campaign ? `${name}, ${channel.campaign}` : name;
        return (
          <span key={url} className="flex items-center" title={channel.campaign || undefined}>
            {channel.campaign && (
              <span className="mono max-w-24 truncate text-label text-secondary">
                {channel.campaign}
              </span>
            )}
            <CopyButton
              text={url}
              label={t("copy", { channel: said })}
              variant="bare"
              size="iconSmall"
              className="max-sm:size-11"
            />
            <CommandButton
              command={{ kind: "qr", link, url }}
              variant="bare"
              size="iconSmall"
              className="max-sm:hidden"
              aria-label={t("qr", { channel: said })}
            >
              <QrCode aria-hidden className="size-4" />
            </CommandButton>
            {isAdded && <RemoveChannel slug={link.slug} channel={channel} name={said} />}
          </span>
        );
      })}
    </span>
  );
}

function lastClickText(
  { clicks, spark, lastClick }: BoardChannel,
  { now, locale, t }: { now: Date; locale: string; t: Texts<"stats.channels"> },
): string {
  if (lastClick) return t("lastClick", { when: formatAgo(lastClick, now, undefined, locale) });
  const last = spark.findLastIndex((count) => count > 0);
  if (last >= 0)
    return t("lastClick", {
      when: formatDay(new Date(startOfDay(now).getTime() - (spark.length - 1 - last) * dayMs), {
        year: now,
        locale,
      }),
    });
  return clicks > 0 ? t("noClicksIn", { count: spark.length }) : t("noClicks");
}
