import NextLink from "next/link";
import { QrCode } from "@/components/ui/icons";
import { dayMs, startOfDay } from "@/lib/core/day";
import { formatAgo, formatDay, formatNumber, formatShare } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { BoardChannel } from "@/lib/stats/report/channel-board";
import { CommandButton } from "../../layout/command-button";
import { LinkSpark } from "../../links/list/link-spark";
import { ChannelSign } from "../../links/share/channel-sign";
import { RemoveChannel } from "../../links/share/remove-channel";
import { cn } from "../../ui/cn";
import { CopyButton } from "../../ui/copy-button";
import { Waiting } from "../../ui/waiting";
import { channelTags } from "../label-names";
import { linkPageHref } from "../page-address";

interface ChannelCardProps {
  channel: BoardChannel;
  link: Link;
  query: PageQuery;
  /** All clicks in the range. */
  total: number;
  now: Date;
  locale: string;
}

export function ChannelCard({ channel, link, query, total, now, locale }: ChannelCardProps) {
  const { name, kind, source, clicks, spark, addresses } = channel;
  const isOn = isChosen(query, channel);
  return (
    <li
      className={cn(
        "relative flex min-w-0 flex-col gap-3 rounded-control border px-3.5 pt-3.5 pb-1",
        isOn ? "border-accent-line bg-chosen" : "border-hairline",
        kind !== "other" && !isOn && "hover:border-hairline-strong hover:bg-hover",
      )}
    >
      <div className="flex items-center gap-3">
        <ChannelSign source={source === "None" ? "" : source} isOn={isOn} />
        <span className="min-w-0 flex-1">
          {kind === "other" ? (
            <span className="block truncate font-medium">{name}</span>
          ) : (
            <NextLink
              href={linkPageHref(link.slug, query, { filters: withChannel(query, channel, !isOn) })}
              prefetch={false}
              scroll={false}
              aria-current={isOn ? "true" : undefined}
              title={isOn ? "Remove this filter" : `Only ${name}`}
              className="block truncate font-medium after:absolute after:inset-0 after:rounded-control"
            >
              {name}
              <Waiting className="absolute inset-x-3.5 bottom-0" />
            </NextLink>
          )}
          <span className="block truncate text-label text-secondary">
            {kind === "tagged" ? (
              <span className="font-mono">{channelTags(channel)}</span>
            ) : kind === "plain" ? (
              "no source or medium"
            ) : (
              "over 1,000 a day"
            )}
          </span>
        </span>
        <span className="text-right">
          <span className="block font-semibold text-lead tabular-nums">
            {formatNumber(clicks, locale)}
            <span className="sr-only"> {clicks === 1 ? "click" : "clicks"}</span>
          </span>
          {total > 0 && (
            <span className="block text-label text-secondary tabular-nums">
              {formatShare(clicks, total, locale)}
            </span>
          )}
        </span>
      </div>
      <div className="flex items-end justify-between gap-3">
        <LinkSpark link={link} counts={spark} now={now} locale={locale} />
        <span className="text-right text-label text-secondary">{lastClickText(channel, now)}</span>
      </div>
      {addresses.length > 0 && (
        <ul className="mt-auto border-hairline border-t pt-1">
          {addresses.map(({ channel, url, isAdded }) => {
            const short = url.replace(/^https?:\/\//, "");
            const said = channel.campaign ? `${name}, ${channel.campaign}` : name;
            return (
              <li key={url} className="flex items-center">
                <span className="mono min-w-0 flex-1 truncate text-secondary" title={short}>
                  {channel.campaign || short.slice(short.indexOf(short.includes("?") ? "?" : "/"))}
                </span>
                <span className="relative z-1 flex">
                  <CopyButton
                    text={url}
                    label={`Copy the short link for ${said}`}
                    variant="bare"
                    size="iconSmall"
                    className="max-sm:size-11"
                  />
                  <CommandButton
                    command={{ kind: "qr", link, url }}
                    variant="bare"
                    size="iconSmall"
                    className="max-sm:size-11"
                    aria-label={`QR code for ${said}`}
                  >
                    <QrCode aria-hidden className="size-4" />
                  </CommandButton>
                  {isAdded && <RemoveChannel slug={link.slug} channel={channel} name={said} />}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </li>
  );
}

type Tags = Pick<BoardChannel, "source" | "medium">;

function isChosen({ filters }: PageQuery, { source, medium }: Tags): boolean {
  const only = (name: "utm_source" | "utm_medium", tag: string) =>
    filters[name]?.is.length === 1 && filters[name].is[0] === tag;
  return only("utm_source", source) && only("utm_medium", medium);
}

function withChannel(
  { filters }: PageQuery,
  { source, medium }: Tags,
  isOn: boolean,
): PageQuery["filters"] {
  const { utm_source: _, utm_medium: __, ...others } = filters;
  return isOn
    ? {
        ...others,
        utm_source: { is: [source], isNot: [] },
        utm_medium: { is: [medium], isNot: [] },
      }
    : others;
}

function lastClickText({ clicks, spark, lastClick }: BoardChannel, now: Date): string {
  if (lastClick) return `Last click ${formatAgo(lastClick, now)}`;
  const last = spark.findLastIndex((count) => count > 0);
  if (last >= 0)
    return `Last click ${formatDay(new Date(startOfDay(now).getTime() - (spark.length - 1 - last) * dayMs), { year: now })}`;
  return clicks > 0 ? `No clicks in ${spark.length} days` : "No clicks in this range";
}
