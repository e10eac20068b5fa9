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
import { cells } from "../../ui/list";
import { Waiting } from "../../ui/waiting";
import { channelLabel, channelTags } from "../channel-names";
import { Delta } from "../delta";
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
  const ownTags = kind === "tagged" && tags !== name ? tags : "";
  // A short link with a campaign, or that can be removed, has a line of its own.
  const [lines, [plain]] = [
    addresses.filter(({ channel, isAdded }) => isAdded || channel.campaign),
    addresses.filter(({ channel, isAdded }) => !isAdded && !channel.campaign),
  ];
  return (
    <li title={last} className="list-row px-2">
      <span className={cells.name}>
        <ChannelName {...{ channel, link, query, most, name, isOn }} />
        <Tags>{lines.every(({ channel }) => channel.campaign) && ownTags}</Tags>
      </span>
      <span className={cells.clicks}>
        {shares.rich("counted", {
          count: clicks,
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </span>
      <span className={cells.change}>
        {isCompared && change ? (
          <Delta {...change} locale={locale} isNarrow />
        ) : (
          total > 0 && formatShare(clicks, total, locale)
        )}
        <span className="sr-only">. {last}</span>
      </span>
      {plain && <Tools address={plain} {...{ link, name }} />}
      {lines.map((address) => (
        <span
          key={address.url}
          title={address.channel.campaign || undefined}
          className="col-span-full list-row"
        >
          <span className="mono col-[name] col-end-[tools] min-w-0 truncate text-label! text-secondary">
            {address.channel.campaign || ownTags}
          </span>
          <Tools {...{ address, link, name }} />
        </span>
      ))}
    </li>
  );
}

/** Filters the page by the channel. */
function ChannelName({
  channel,
  link,
  query,
  most,
  name,
  isOn,
}: Pick<ChannelRowProps, "channel" | "link" | "query" | "most"> & { name: string; isOn: boolean }) {
  const shares = useTexts("stats.breakdown");
  const { kind, clicks } = channel;
  return (
    <BarLabel
      share={kind === "tagged" ? clicks / most : 0}
      tint={isOn ? "strong" : "accent"}
      className="max-sm:h-11"
    >
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
          className={cn(
            "flex h-full min-w-0 flex-1 items-center gap-2 rounded-bar font-medium focus-visible:-outline-offset-2",
            kind !== "tagged" && "text-secondary",
          )}
        >
          <span className="truncate">{name}</span>
          <Waiting className="absolute inset-x-0 bottom-0" />
        </NextLink>
      )}
    </BarLabel>
  );
}

function Tags({ children }: { children: string | false }) {
  if (!children) return null;
  return <span className="mono block truncate pb-1 text-label! text-secondary">{children}</span>;
}

/** Copy, QR code and removal of a short link. */
function Tools({
  address: { channel, url, isAdded },
  link,
  name,
}: {
  address: BoardChannel["addresses"][number];
  link: Link;
  name: string;
}) {
  const t = useTexts("stats.channels");
  const said = channel.campaign ? `${name}, ${channel.campaign}` : name;
  return (
    <span className={cn(cells.tools, "min-w-14 @max-md:min-w-0 print:hidden")}>
      <CopyButton text={url} label={t("copy", { channel: said })} variant="bare" size="iconSmall" />
      <CommandButton
        command={{ kind: "qr", link, url }}
        variant="bare"
        size="iconSmall"
        className={cn("max-sm:hidden", !isAdded && !channel.campaign && "@max-md:hidden")}
        aria-label={t("qr", { channel: said })}
      >
        <QrCode aria-hidden className="size-4" />
      </CommandButton>
      {isAdded && <RemoveChannel slug={link.slug} channel={channel} name={said} />}
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
