import type { Route } from "next";
import NextLink from "next/link";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { Plus, Printer, SpellCheck2 } from "@/components/ui/icons";
import type { Link } from "@/lib/links/link";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { ChannelBoard as Board } from "@/lib/stats/report/channel-board";
import { CommandButton } from "../../layout/command-button";
import { ForEditors } from "../../layout/role";
import { buttonStyle } from "../../ui/button";
import { ListHeads } from "../../ui/list";
import { channelTags } from "../channel-names";
import { ChannelRow } from "./channel-row";

const fewChannels = 5;

/**
 * The channels where a link is shared, each with its short links and clicks. Pressing one filters
 * the page.
 */
export function ChannelBoard({
  board,
  link,
  query,
  locale,
  isCompared,
  now,
}: {
  board: Board;
  link: Link;
  query: PageQuery;
  locale: string;
  isCompared: boolean;
  now: Date;
}) {
  const [t, shares] = [useTexts("stats.channels"), useTexts("stats.breakdown")];
  const { channels, more, similarChannels } = board;
  // What names no channel comes last and sets no scale.
  const isRest = ({ kind }: (typeof channels)[number]) => kind !== "tagged";
  const most = Math.max(1, ...channels.map((each) => (isRest(each) ? 0 : each.clicks)));
  // Above the rows that unfold they only keep the width of the columns.
  const heads = (className: string) => (
    <ListHeads
      className={`px-2 ${className}`}
      name={t("channel")}
      clicks={shares("clicks")}
      change={shares(isCompared ? "change" : "share")}
    />
  );
  const rows = (part: Board["channels"]) => (
    <ul className="list-row">
      {part
        .toSorted((a, b) => Number(isRest(a)) - Number(isRest(b)))
        .map((channel) => (
          <ChannelRow
            key={`${channelTags(channel)} ${JSON.stringify(channel.exact)}`}
            {...{ channel, link, query, locale, most, isCompared, now }}
            total={board.clicks}
          />
        ))}
    </ul>
  );
  return (
    <>
      <div className="@container px-3 max-sm:px-2">
        <div className="list-grid">
          {heads("")}
          {rows(channels.slice(0, fewChannels))}
        </div>
      </div>
      {channels.length > fewChannels && (
        <details className="group/all">
          <summary className="mx-(--space-pad) flex min-h-9 w-fit items-center rounded-bar text-secondary text-small underline-offset-3 hover:underline max-sm:min-h-11">
            <span className="group-open/all:hidden">
              {more === 0
                ? t("all", { count: channels.length })
                : t("first", { count: channels.length, all: channels.length + more })}
            </span>
            <span className="not-group-open/all:hidden">{t("less")}</span>
          </summary>
          <div className="@container px-3 max-sm:px-2">
            <div className="list-grid">
              {heads("invisible h-0 py-0!")}
              {rows(channels.slice(fewChannels))}
            </div>
          </div>
        </details>
      )}
      {similarChannels.length > 0 && (
        <div className="flex flex-col gap-1.5 px-(--space-pad) pt-2 text-secondary text-small [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
          {similarChannels.map((group) => (
            <p key={group.map(channelTags).join()} className="flex gap-2">
              <SpellCheck2 aria-hidden />
              <span>
                {t.rich("similar", {
                  channels: () =>
                    group
                      .map(
                        (channel): ReactNode => (
                          <span className="mono text-text">{channelTags(channel)}</span>
                        ),
                      )
                      .reduce((before, last) =>
                        t.rich("and", { first: () => before, second: () => last }),
                      ),
                })}
              </span>
            </p>
          ))}
        </div>
      )}
      <div className="mt-auto flex flex-wrap items-center gap-x-1 px-[calc(var(--space-pad)-10px)] pt-1 pb-2 print:hidden">
        <ForEditors>
          <CommandButton
            id="add-channel"
            command={{ kind: "share", link, addsChannel: true }}
            variant="ghost"
            size="small"
          >
            <Plus aria-hidden className="size-4" />
            {t("add")}
          </CommandButton>
        </ForEditors>
        <NextLink
          href={`/dashboard/links/${link.slug}/sheet` as Route}
          prefetch={false}
          className={buttonStyle({ variant: "ghost", size: "small" })}
        >
          <Printer aria-hidden className="size-4" />
          {t("sheet")}
        </NextLink>
      </div>
    </>
  );
}
