import type { Route } from "next";
import NextLink from "next/link";
import { useTexts } from "#texts";
import { ArrowRight } from "@/components/links/icons";
import { useSaid } from "@/components/texts/get-said";
import { originOf } from "@/lib/config/env";
import { formatAge } from "@/lib/core/format";
import { shortUrlOf } from "@/lib/core/slug";
import type { BrowsedLink } from "@/lib/stats/list/browse-links";
import { buttonStyle } from "../ui/button";
import { Card, CardActions, CardHead, CardTitle } from "../ui/card";
import { CopyButton } from "../ui/copy-button";
import { linkStatus } from "./link-status";
import { LinkStatusIcon } from "./link-status-icon";
import { LinkSpark } from "./list/link-spark";
import { ShortLink } from "./short-link";

/** The newest links, to copy or to open. */
export function RecentLinks({
  links,
  total,
  sparks,
  now,
  timeZone,
  locale,
}: {
  links: BrowsedLink[];
  /** Of all links. */
  total: number;
  sparks: ReadonlyMap<number, number[]>;
  now: Date;
  timeZone: string;
  locale: string;
}) {
  const t = useTexts("links.recent");
  const common = useTexts("common");
  const status = useTexts("links.status");
  const said = useSaid();
  return (
    <Card aria-label={t("title")}>
      <CardHead>
        <CardTitle>{t("title")}</CardTitle>
        <CardActions>
          <NextLink
            href={"/dashboard/links" as Route}
            className={buttonStyle({ variant: "ghost", size: "small", className: "max-sm:h-11" })}
          >
            {t("all", { links: total })}
            <ArrowRight aria-hidden className="size-3.5" />
          </NextLink>
        </CardActions>
      </CardHead>
      <ul className="px-3 pb-3 max-sm:px-2">
        {links.map((link) => (
          <li
            key={link.id}
            className="relative grid h-11 grid-cols-[16px_minmax(0,1fr)_72px_72px_72px_36px] items-center gap-x-3 rounded-bar px-2 hover:bg-hover max-sm:grid-cols-[minmax(0,1fr)_56px_44px]"
          >
            <span className="flex max-sm:hidden">
              <LinkStatusIcon
                sign={linkStatus(link, status, { now, timeZone, locale, said }).sign}
              />
            </span>
            <NextLink
              href={`/dashboard/links/${link.slug}` as Route}
              prefetch={false}
              className="flex min-w-0 items-center gap-2 rounded-bar after:absolute after:inset-0 after:rounded-bar"
            >
              <ShortLink slug={link.slug} className="max-w-full shrink-0 truncate" />
              <span className="truncate text-secondary text-small">{link.title ?? link.url}</span>
            </NextLink>
            <span className="max-sm:hidden">
              <LinkSpark link={link} counts={sparks.get(link.id) ?? []} now={now} />
            </span>
            <span className="text-end font-medium tabular-nums">
              {t.rich("clicks", {
                clicks: link.clickCount,
                hidden: (text) => <span className="sr-only">{text}</span>,
              })}
            </span>
            <span className="text-end text-secondary text-small tabular-nums max-sm:hidden">
              {formatAge(new Date(link.createdAt), now, locale)}
            </span>
            <span className="relative z-1 flex justify-end">
              <CopyButton
                text={shortUrlOf(link.slug, originOf(link.domain))}
                label={common("copyThat", { text: `/${link.slug}` })}
                variant="bare"
                size="iconSmall"
                className="max-sm:size-11"
              />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
