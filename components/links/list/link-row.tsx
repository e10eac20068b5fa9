"use client";

import type { Route } from "next";
import NextLink from "next/link";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { mono } from "@/components/texts/tags";
import type { TagColor } from "@/lib/core/tag";
import type { BrowsedLink } from "@/lib/stats/list/browse-links";
import { cn } from "../../ui/cn";
import { CopyButton } from "../../ui/copy-button";
import { cells } from "../../ui/list";
import { Waiting } from "../../ui/waiting";
import { SelectLink } from "../bulk/link-selection";
import { LinkRowItem, OptimisticState } from "../bulk/optimistic-links";
import { DestinationIcon } from "../destination-icon";
import type { LinkStatus, StatusSign } from "../link-status";
import { LinkStatusIcon } from "../link-status-icon";
import { ShortLink } from "../short-link";
import { TagMarks } from "../tag-mark";
import { ChannelWords } from "./channel-words";
import { LinkClicks } from "./link-clicks";
import { LinkRowMenu } from "./link-row-menu";
import { LinkSpark } from "./link-spark";

const tones: Record<StatusSign, string> = {
  active: "text-tertiary group-has-checked/row:text-secondary max-sm:hidden",
  expiring: "text-text",
  protected: "text-tertiary group-has-checked/row:text-secondary max-sm:hidden",
  scheduled: "text-text",
  usedUp: "text-secondary",
  expired: "text-secondary",
  disabled: "text-secondary",
  broken: "text-danger",
  moved: "text-bots",
};

/** What the server finds out about the link of a row, in the viewer's language. */
export interface LinkRowFacts {
  link: BrowsedLink;
  status: LinkStatus;
  /** Shown beside the title, for a search that found it. */
  alias: string | undefined;
  channels: readonly string[];
  /** The address of its destination's icon, and what stands in for it. */
  icon: string | undefined;
  letter: string;
  age: string;
  /** Clicks by day, oldest first, twice as many days as the sparkline has. */
  days: readonly number[];
  tags: readonly (readonly [name: string, color: TagColor | undefined])[];
}

/**
 * A 56 px row: short link, title, destination, status and clicks. Its menu has what can be done.
 * Rendered from facts in the browser too: as elements a row is five times the size.
 */
export function LinkRow({
  link,
  status: { sign, sentence },
  alias,
  channels,
  icon,
  letter,
  age,
  days,
  tags,
  ...viewing
}: LinkRowFacts & { isEver: boolean; now: Date; locale: string }) {
  const t = useTexts("links.row");
  const common = useTexts("common");
  const status = useTexts("links.status");
  const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;
  const isOff = sign === "disabled" || sign === "expired";
  const named = link.title ?? t("noTitle");
  const title = (alias ? `/${alias} · ` : "") + named;
  return (
    <LinkRowItem slug={link.slug} className="group/row link-row list-row">
      <span className="row-lead">
        <SelectLink slug={link.slug} />
        {/* The name of the link says it. */}
        <span aria-hidden className="flex max-sm:group-has-checked/list:invisible">
          <OptimisticState slug={link.slug} isIcon>
            <LinkStatusIcon sign={sign} />
          </OptimisticState>
        </span>
      </span>
      <div className={cells.name}>
        <div className="flex min-w-0 items-center gap-1 max-sm:h-9">
          <NextLink
            href={`/dashboard/links/${link.slug}` as Route}
            prefetch={false}
            data-row-link
            className="row-link"
          >
            <ShortLink
              slug={link.slug}
              className={cn(isOff && "[&>span:last-child]:text-secondary")}
            />
            {sign !== "active" && (
              <span className="sr-only">
                {" "}
                <OptimisticState slug={link.slug}>{status(`names.${sign}`)}</OptimisticState>
              </span>
            )}
            <Waiting className="absolute inset-x-0 bottom-0" />
          </NextLink>
          <CopyButton
            text={link.shortUrl}
            label={common("copyThat", { text: link.shortUrl })}
            variant="bare"
            size="tiny"
            className="relative z-1 max-sm:size-11"
          />
        </div>
        <div className="@container flex min-w-0 items-center overflow-hidden max-sm:-mt-0.5">
          <span
            data-text
            className={cn(
              "row-text min-w-8 max-w-full",
              !link.title && "group-not-has-checked/row:text-tertiary",
            )}
          >
            {alias ? t.rich("alias", { alias, title: named, hidden, mono }) : named}
          </span>
          <TagMarks {...{ tags, title }} />
        </div>
      </div>
      <div className="row-more">
        <div className="flex min-w-0 items-center gap-1.5">
          <DestinationIcon letter={letter} icon={icon} />
          <span data-text data-url={link.url} className="ltr-text row-text">
            {link.url.replace(/^https?:\/\//, "")}
          </span>
        </div>
        <div className="leading-[18px] sm:ps-[22px]">
          <div className={cn("@container flex text-label", tones[sign])}>
            <span className="min-w-0 truncate">
              <OptimisticState slug={link.slug}>{sentence}</OptimisticState>
            </span>
            <ChannelWords names={channels} before={sentence} />
          </div>
        </div>
      </div>
      <div className="col-[spark] ps-3 max-sm:hidden">
        <LinkSpark link={link} days={days} now={viewing.now} />
      </div>
      <div className={cn("row-clicks", isOff ? "font-medium text-secondary" : "font-semibold")}>
        <LinkClicks {...{ link, days, ...viewing }} />
      </div>
      <span className="row-change">{t.rich("created", { age, hidden })}</span>
      <LinkRowMenu link={link} />
    </LinkRowItem>
  );
}
