import type { Route } from "next";
import NextLink from "next/link";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { useSaid } from "@/components/texts/get-said";
import { mono } from "@/components/texts/tags";
import { originOf } from "@/lib/config/env";
import { formatAge } from "@/lib/core/format";
import { shortUrlOf } from "@/lib/core/slug";
import type { TagColor } from "@/lib/core/tag";
import type { Channel } from "@/lib/links/channel";
import type { BrowsedLink } from "@/lib/stats/list/browse-links";
import { cn } from "../../ui/cn";
import { CopyButton } from "../../ui/copy-button";
import { Waiting } from "../../ui/waiting";
import { SelectLink } from "../bulk/link-selection";
import { LinkRowItem, OptimisticState } from "../bulk/optimistic-links";
import { DestinationIcon } from "../destination-icon";
import { linkStatus, type StatusSign } from "../link-status";
import { LinkStatusIcon } from "../link-status-icon";
import { ShortLink } from "../short-link";
import { TagMarks } from "../tag-mark";
import { ChannelWords } from "./channel-words";
import { LinkRowActions } from "./link-row-actions";

/** The grid columns, shared by rows and header. */
export const rowColumns =
  "grid grid-cols-[16px_minmax(0,1fr)_auto_44px] gap-x-3.5 sm:grid-cols-[16px_16px_minmax(0,1fr)_72px_64px_32px] md:grid-cols-[16px_16px_minmax(0,31fr)_minmax(0,27fr)_72px_68px_72px_36px] peeking:grid-cols-[16px_16px_minmax(0,1fr)_72px_64px_32px]";

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

interface LinkRowProps {
  link: BrowsedLink;
  /** Shown beside the title, for a search that found it. */
  alias?: string | undefined;
  channels: readonly Channel[];
  /** The address of its destination's icon. */
  icon: string | undefined;
  spark: ReactNode;
  /** Of the clicks of the last days against those before. */
  change: ReactNode;
  /** Of tags, by name. */
  colors: ReadonlyMap<string, TagColor>;
  now: Date;
  locale: string;
  timeZone: string;
}

/** A 56 px row: short link, title, destination, status and clicks. */
export function LinkRow({
  link,
  alias,
  channels,
  icon,
  spark,
  change,
  colors,
  now,
  locale,
  timeZone,
}: LinkRowProps) {
  const t = useTexts("links.list");
  const recent = useTexts("links.recent");
  const common = useTexts("common");
  const status = useTexts("links.status");
  const said = useSaid();
  const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;
  const { sign, sentence } = linkStatus(link, status, { now, timeZone, locale, said });
  const sharedUrl = shortUrlOf(link.slug, originOf(link.domain));
  const isOff = sign === "disabled" || sign === "expired";
  const named = link.title ?? t("noTitle");
  const title = (alias ? `/${alias} · ` : "") + named;
  return (
    <LinkRowItem
      slug={link.slug}
      className={cn(
        "group/row relative border-hairline border-t transition-colors first:border-t-0 last:rounded-b-[9px] has-[input:checked]:bg-accent-wash has-[[data-pending]]:bg-hover sm:items-center sm:not-has-[input:checked]:hover:bg-hover",
        "px-4 pt-2 pb-3 max-sm:pe-1 sm:min-h-14 sm:py-0 sm:pe-3",
        rowColumns,
      )}
    >
      <SelectLink slug={link.slug} />
      <span className="flex max-sm:h-9 max-sm:items-center max-sm:group-has-checked/list:invisible">
        <OptimisticState slug={link.slug} isIcon>
          <LinkStatusIcon sign={sign} />
        </OptimisticState>
      </span>
      <div className="min-w-0">
        <div className="flex min-w-0 items-center gap-1 max-sm:h-9">
          <NextLink
            href={`/dashboard/links/${link.slug}` as Route}
            prefetch={false}
            data-row-link
            className="min-w-0 truncate rounded-bar [-webkit-touch-callout:none] after:absolute after:inset-0"
          >
            <ShortLink
              slug={link.slug}
              className={cn(isOff && "[&>span:last-child]:text-secondary")}
            />
            <Waiting className="absolute inset-x-0 bottom-0" />
          </NextLink>
          <CopyButton
            text={sharedUrl}
            label={common("copyThat", { text: sharedUrl })}
            variant="bare"
            size="tiny"
            className="relative z-1 max-sm:size-11"
          />
        </div>
        <div className="@container flex min-w-0 items-center overflow-hidden max-sm:-mt-0.5">
          <span
            data-text
            className={cn(
              "relative z-1 block min-w-8 max-w-full cursor-pointer truncate text-small",
              link.title ? "text-secondary" : "text-tertiary group-has-checked/row:text-secondary",
            )}
          >
            {alias ? t.rich("alias", { alias, title: named, hidden, mono }) : named}
          </span>
          <TagMarks names={link.tags ?? []} {...{ colors, title }} />
        </div>
      </div>
      <div className="min-w-0 max-sm:col-start-2 max-sm:row-start-2 max-sm:mt-0.5 sm:max-md:hidden peeking:hidden">
        <div className="flex min-w-0 items-center gap-1.5 text-secondary text-small leading-5">
          <DestinationIcon url={link.url} icon={icon} />
          <span
            data-text
            data-url={link.url}
            className="ltr-text relative z-1 cursor-pointer truncate"
          >
            {link.url.replace(/^https?:\/\//, "")}
          </span>
        </div>
        <div className="leading-[18px] sm:ps-[22px]">
          <div className={cn("@container flex text-label", tones[sign])}>
            <span className="min-w-0 truncate">
              <OptimisticState slug={link.slug}>{sentence}</OptimisticState>
            </span>
            <ChannelWords channels={channels} before={sentence} />
          </div>
        </div>
      </div>
      <div className="max-sm:col-span-2 max-sm:col-start-3 max-sm:row-start-2 max-sm:self-end max-sm:justify-self-end max-sm:pe-3 max-sm:pb-0.5">
        {spark}
      </div>
      <span
        className={cn(
          "flex items-baseline justify-end gap-1.5 text-end tabular-nums max-sm:col-start-3 max-sm:row-start-1 max-sm:flex-row-reverse max-sm:justify-start max-sm:leading-9 sm:flex-col sm:items-end sm:gap-0",
          isOff ? "font-medium text-secondary" : "font-semibold",
        )}
      >
        <span>{recent.rich("clicks", { clicks: link.clickCount, hidden })}</span>
        {change}
      </span>
      <span className="text-end text-small text-tertiary tabular-nums group-has-checked/row:text-secondary max-md:hidden peeking:hidden">
        {t.rich("created", { age: formatAge(new Date(link.createdAt), now, locale), hidden })}
      </span>
      <div className="max-sm:col-start-4 max-sm:row-start-1 max-sm:-mt-1">
        <LinkRowActions link={link} />
      </div>
    </LinkRowItem>
  );
}
