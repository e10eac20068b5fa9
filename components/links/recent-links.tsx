import type { Route } from "next";
import NextLink from "next/link";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { ArrowRight } from "@/components/links/icons";
import { useSaid } from "@/components/texts/get-said";
import { originOf } from "@/lib/config/env";
import { formatAge } from "@/lib/core/format";
import { shortUrlOf } from "@/lib/core/slug";
import type { BrowsedLink } from "@/lib/stats/list/browse-links";
import { buttonStyle } from "../ui/button";
import { Card, CardActions, CardHead, CardTitle } from "../ui/card";
import { cn } from "../ui/cn";
import { CopyButton } from "../ui/copy-button";
import { cells, ListHeads } from "../ui/list";
import { linkStatus } from "./link-status";
import { LinkStatusIcon } from "./link-status-icon";
import { LinkSpark, sparkDays } from "./list/link-spark";
import { ShortLink } from "./short-link";

/** The newest links, to copy or to open. */
export function RecentLinks({
  links,
  total,
  days,
  clicks,
  foot,
  now,
  timeZone,
  locale,
}: {
  links: BrowsedLink[];
  /** Of all links. */
  total: number;
  /** Clicks by day and by the id of their link. */
  days: ReadonlyMap<number, number[]>;
  clicks: (link: BrowsedLink) => ReactNode;
  foot: ReactNode;
  now: Date;
  timeZone: string;
  locale: string;
}) {
  const [recent, t] = [useTexts("links.recent"), useTexts("links.row")];
  const heads = useTexts("links.list.heads");
  const common = useTexts("common");
  const status = useTexts("links.status");
  const said = useSaid();
  return (
    <Card aria-label={recent("title")}>
      <CardHead>
        <CardTitle>{recent("title")}</CardTitle>
        <CardActions>
          <NextLink
            href={"/dashboard/links" as Route}
            className={buttonStyle({ variant: "ghost", size: "small" })}
          >
            {recent("all", { links: total })}
            <ArrowRight aria-hidden className="size-3.5" />
          </NextLink>
        </CardActions>
      </CardHead>
      <div className="list-grid px-3 pb-3 max-sm:px-2">
        <ListHeads
          className="px-2"
          spark={<span className="max-sm:hidden">{t.amount(sparkDays, "day")}</span>}
          clicks={heads("clicksIn", { range: t.amount(sparkDays, "day") })}
          change={<span className="max-sm:hidden">{heads("created")}</span>}
        />
        <ul className="list-row">
          {links.map((link) => {
            const { sign } = linkStatus(link, status, { now, timeZone, locale, said });
            return (
              <li
                key={link.id}
                className="list-row relative min-h-12 rounded-bar px-2 hover:bg-hover max-sm:min-h-14"
              >
                <span className="col-[lead] pe-3 max-sm:hidden">
                  <LinkStatusIcon sign={sign} />
                </span>
                <span className={cells.name}>
                  <NextLink
                    href={`/dashboard/links/${link.slug}` as Route}
                    prefetch={false}
                    className="block truncate rounded-bar after:absolute after:inset-0 after:rounded-bar"
                  >
                    <ShortLink slug={link.slug} />
                  </NextLink>
                  <span className="block truncate text-label text-secondary">
                    {link.title ?? link.url}
                  </span>
                </span>
                <span className={cn(cells.spark, "max-sm:hidden")}>
                  <LinkSpark link={link} days={days.get(link.id) ?? []} now={now} />
                </span>
                <span className="col-[clicks] grid justify-items-end ps-3 font-medium tabular-nums">
                  {clicks(link)}
                </span>
                <span className={cn(cells.change, "max-sm:hidden")}>
                  {t.rich("created", {
                    age: formatAge(new Date(link.createdAt), now, locale),
                    hidden: (text) => <span className="sr-only">{text}</span>,
                  })}
                </span>
                <span className={cn(cells.tools, "relative z-1")}>
                  <CopyButton
                    text={shortUrlOf(link.slug, originOf(link.domain))}
                    label={common("copyThat", { text: `/${link.slug}` })}
                    variant="bare"
                    size="iconSmall"
                  />
                </span>
              </li>
            );
          })}
        </ul>
      </div>
      {foot}
    </Card>
  );
}
