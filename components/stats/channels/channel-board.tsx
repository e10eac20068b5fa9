import type { Route } from "next";
import NextLink from "next/link";
import { Bot, Plus, Printer, SpellCheck2 } from "@/components/ui/icons";
import { formatNumber } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { ChannelBoard as Board } from "@/lib/stats/report/channel-board";
import { CommandButton } from "../../layout/command-button";
import { ForEditors } from "../../layout/role";
import { buttonStyle } from "../../ui/button";
import { Card, CardActions, CardHead, CardTitle } from "../../ui/card";
import { channelTags } from "../label-names";
import { ChannelCard } from "./channel-card";

const fewChannels = 6;
const mostBots = 6;

/**
 * The channels where a link is shared, each with its short links and clicks. Pressing one filters
 * the page.
 */
export function ChannelBoard({
  board,
  link,
  query,
  now,
  locale,
}: {
  board: Board;
  link: Link;
  query: PageQuery;
  now: Date;
  locale: string;
}) {
  const { channels, more, similarChannels, seenIn } = board;
  const cards = (part: Board["channels"]) => (
    <ul className="grid gap-3 px-(--space-pad) pb-(--space-pad) sm:grid-cols-2 lg:grid-cols-3 max-sm:gap-2.5">
      {part.map((channel) => (
        <ChannelCard
          key={channelTags(channel)}
          {...{ channel, link, query, now, locale }}
          total={board.clicks}
        />
      ))}
    </ul>
  );
  return (
    <Card>
      <CardHead className="pr-(--space-pad) pb-3 max-sm:pr-(--space-pad)">
        <CardTitle>Where it is shared</CardTitle>
        <CardActions className="max-sm:ml-0 max-sm:w-full max-sm:*:flex-1">
          <NextLink
            href={`/dashboard/links/${link.slug}/sheet` as Route}
            prefetch={false}
            className={buttonStyle()}
          >
            <Printer aria-hidden className="size-4" />
            QR sheet
          </NextLink>
          <ForEditors>
            <CommandButton id="add-channel" command={{ kind: "share", link }}>
              <Plus aria-hidden className="size-4" />
              Add a channel
            </CommandButton>
          </ForEditors>
        </CardActions>
      </CardHead>
      {cards(channels.slice(0, fewChannels))}
      {channels.length > fewChannels && (
        <details className="group/all -mt-3">
          <summary className="mx-(--space-pad) mb-3 flex min-h-11 w-fit items-center rounded-bar text-secondary text-small underline-offset-3 hover:underline">
            <span className="group-open/all:hidden">
              {more === 0
                ? `Show all ${formatNumber(channels.length, locale)} channels`
                : `Show first ${formatNumber(channels.length, locale)} of ${formatNumber(channels.length + more, locale)} channels`}
            </span>
            <span className="not-group-open/all:hidden">Show less</span>
          </summary>
          {cards(channels.slice(fewChannels))}
        </details>
      )}
      {(similarChannels.length > 0 || seenIn.length > 0) && (
        <div className="flex flex-col gap-1.5 border-hairline border-t px-(--space-pad) py-3 text-secondary text-small [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
          {similarChannels.map((group) => (
            <p key={group.map(channelTags).join()} className="flex gap-2">
              <SpellCheck2 aria-hidden />
              <span>
                {group.map((channel, index) => (
                  <span key={channelTags(channel)}>
                    {index > 0 && " and "}
                    <span className="mono text-text">{channelTags(channel)}</span>
                  </span>
                ))}{" "}
                are counted separately, because tags must match exactly. Use one spelling.
              </span>
            </p>
          ))}
          {seenIn.length > 0 && (
            <p className="flex gap-2">
              <Bot aria-hidden className="text-bots" />
              <span>
                Seen in{" "}
                {seenIn
                  .slice(0, mostBots)
                  .map(({ name, count }) => `${name} (${formatNumber(count, locale)})`)
                  .join(", ")}
                {seenIn.length > mostBots && ` and ${seenIn.length - mostBots} more`}: apps that
                fetched a preview. This is recorded for the whole link, not by channel.
              </span>
            </p>
          )}
        </div>
      )}
    </Card>
  );
}
