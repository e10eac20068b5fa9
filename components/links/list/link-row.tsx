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
import { ShortLink } from "../short-link";
import { TagMarks } from "../tag-mark";
import { ChannelWords } from "./channel-words";
import { LinkRowMenu } from "./link-row-menu";
import { LinkSpark } from "./link-spark";

/** What the server finds out about the link of a row, in the viewer's language. */
export interface LinkRowFacts {
  link: BrowsedLink;
  sign: ReactNode;
  /** What kind of link it is; null for an active one. */
  state: string | null;
  sentence: string;
  tone: string;
  isOff: boolean;
  /** Shown beside the title, for a search that found it. */
  alias: string | undefined;
  channels: readonly string[];
  /** The address of its destination's icon, and what stands in for it. */
  icon: string | undefined;
  letter: string;
  age: string;
  /** Clicks by day, oldest first. */
  days: readonly number[];
  clicks: ReactNode;
  tags: readonly (readonly [name: string, color: TagColor | undefined])[];
}

/**
 * A 56 px row: short link, title, destination, status and clicks. Its menu has what can be done.
 * The browser renders it from facts: sent as elements, a row is five times the size.
 */
export function LinkRow({
  link,
  sign,
  state,
  sentence,
  tone,
  isOff,
  alias,
  channels,
  icon,
  letter,
  age,
  days,
  clicks,
  tags,
  now,
}: LinkRowFacts & { now: Date }) {
  const t = useTexts("links.row");
  const common = useTexts("common");
  const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;
  const named = link.title ?? t("noTitle");
  const title = (alias ? `/${alias} · ` : "") + named;
  return (
    <LinkRowItem slug={link.slug} className="group/row link-row list-row">
      <span className="row-lead">
        <SelectLink slug={link.slug} />
        {/* The name of the link says it. */}
        <span aria-hidden className="flex max-sm:group-has-checked/list:invisible">
          <OptimisticState slug={link.slug} isIcon>
            {sign}
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
            {state && (
              <span className="sr-only">
                {" "}
                <OptimisticState slug={link.slug}>{state}</OptimisticState>
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
          <div className={cn("@container flex text-label", tone)}>
            <span className="min-w-0 truncate">
              <OptimisticState slug={link.slug}>{sentence}</OptimisticState>
            </span>
            <ChannelWords names={channels} before={sentence} />
          </div>
        </div>
      </div>
      <div className="col-[spark] ps-3 max-sm:hidden">
        <LinkSpark link={link} days={days} now={now} />
      </div>
      <div className={cn("row-clicks", isOff ? "font-medium text-secondary" : "font-semibold")}>
        {clicks}
      </div>
      <span className="row-change">{t.rich("created", { age, hidden })}</span>
      <LinkRowMenu link={link} />
    </LinkRowItem>
  );
}
