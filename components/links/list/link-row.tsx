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
import { cells } from "../../ui/list";
import { Waiting } from "../../ui/waiting";
import { SelectLink } from "../bulk/link-selection";
import { LinkRowItem, OptimisticState } from "../bulk/optimistic-links";
import { DestinationIcon } from "../destination-icon";
import { hostLetter } from "../host-letter";
import { linkStatus, type StatusSign } from "../link-status";
import { LinkStatusIcon } from "../link-status-icon";
import { ShortLink } from "../short-link";
import { TagMarks } from "../tag-mark";
import { ChannelWords } from "./channel-words";
import { LinkRowMenu } from "./link-row-menu";

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
  clicks: ReactNode;
  /** Of tags, by name. */
  colors: ReadonlyMap<string, TagColor>;
  now: Date;
  locale: string;
  timeZone: string;
}

/** A 56 px row: short link, title, destination, status and clicks. Its menu has what can be done. */
export function LinkRow({
  link,
  alias,
  channels,
  icon,
  spark,
  clicks,
  colors,
  now,
  locale,
  timeZone,
}: LinkRowProps) {
  const t = useTexts("links.list");
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
              "row-text min-w-8 max-w-full",
              !link.title && "group-not-has-checked/row:text-tertiary",
            )}
          >
            {alias ? t.rich("alias", { alias, title: named, hidden, mono }) : named}
          </span>
          <TagMarks names={link.tags ?? []} {...{ colors, title }} />
        </div>
      </div>
      <div className="row-more">
        <div className="flex min-w-0 items-center gap-1.5">
          <DestinationIcon letter={hostLetter(link.url)} icon={icon} />
          <span data-text data-url={link.url} className="ltr-text row-text">
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
      <div className="col-[spark] ps-3 max-sm:hidden">{spark}</div>
      <div className={cn("row-clicks", isOff ? "font-medium text-secondary" : "font-semibold")}>
        {clicks}
      </div>
      <span className="row-change">
        {t.rich("created", { age: formatAge(new Date(link.createdAt), now, locale), hidden })}
      </span>
      <LinkRowMenu link={link} />
    </LinkRowItem>
  );
}
