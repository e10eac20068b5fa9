"use client";

import type { Route } from "next";
import NextLink from "next/link";
import { useState } from "react";
import { useTexts } from "#texts";
import { formatAge, formatInstant } from "@/lib/core/format";
import type { ClickRecord } from "@/lib/stats/report/click-record";
import { useViewer } from "../../layout/viewer-context";
import { ShortLink } from "../../links/short-link";
import { Button } from "../../ui/button";
import { cn } from "../../ui/cn";
import { Table, Td, Th } from "../../ui/table";
import { DeviceCell, PlaceCell } from "../click-cells";
import { useNow } from "../feed/live";

type ListedClick = ClickRecord & { slug?: string };

const fewClicks = 5;

/**
 * The latest clicks, newest first; those since the page was opened are highlighted. Clicks on
 * several links name theirs.
 */
export function ClickList({
  clicks,
  at,
  isFiltered,
}: {
  clicks: ListedClick[];
  /** When they were read, ISO 8601. */
  at: string;
  isFiltered: boolean;
}) {
  const t = useTexts("stats.clicks");
  const [since] = useState(at);
  const [isLong, setLong] = useState(false);
  const now = useNow(at);
  if (clicks.length === 0) {
    return (
      <p className="px-(--space-pad) py-4 text-secondary">{t(isFiltered ? "noMatch" : "none")}</p>
    );
  }
  const shown = keyed(isLong ? clicks : clicks.slice(0, fewClicks));
  const fresh = clicks.filter(({ createdAt }) => createdAt > since).length;
  return (
    <>
      <p role="status" className="sr-only">
        {fresh > 0 && t("fresh", { count: fresh })}
      </p>
      <ClickTable clicks={shown} since={since} now={now} />
      {clicks.length > fewClicks && (
        <div className="border-hairline border-t p-1.5 text-center print:hidden">
          <Button
            variant="ghost"
            size="small"
            aria-expanded={isLong}
            onClick={() => setLong(!isLong)}
          >
            {t("show", { count: isLong ? fewClicks : clicks.length })}
          </Button>
        </div>
      )}
    </>
  );
}

interface ClicksProps {
  clicks: [key: string, click: ListedClick][];
  /** Clicks after this time are new and highlighted. */
  since: string;
  now: Date;
}

function ClickTable({ clicks, since, now }: ClicksProps) {
  const t = useTexts("stats.clicks");
  const { timeZone, locale } = useViewer();
  const hasLinks = clicks.some(([, { slug }]) => slug !== undefined);
  return (
    <Table label={t("label")}>
      <thead>
        <tr>
          <Th>{t("when")}</Th>
          {hasLinks && <Th>{t("link")}</Th>}
          <Th className={cn(hasLinks && "max-sm:hidden")}>{t("referrer")}</Th>
          <Th>{t("place")}</Th>
          <Th className="max-lg:hidden">{t("device")}</Th>
          {!hasLinks && <Th className="max-lg:hidden">{t("language")}</Th>}
          <Th className="max-sm:hidden">{t("campaign")}</Th>
        </tr>
      </thead>
      <tbody>
        {clicks.map(([key, click]) => (
          <tr
            key={key}
            className={cn(click.createdAt > since && "bg-accent-wash [&_*]:text-secondary")}
          >
            <Td
              className="tabular-nums"
              title={formatInstant(new Date(click.createdAt), now, timeZone, locale)}
            >
              {formatAge(new Date(click.createdAt), now, locale)}
            </Td>
            {hasLinks && (
              <Td lead className="max-w-48 truncate max-sm:h-11">
                <SlugLink slug={click.slug ?? ""} />
              </Td>
            )}
            <Td className={cn("max-w-48 truncate", hasLinks && "max-sm:hidden")}>
              {click.referrer === "Direct" ? t("direct") : click.referrer}
            </Td>
            <Td className="max-w-48">
              <PlaceCell {...click} />
            </Td>
            <Td className="max-lg:hidden">
              <DeviceCell {...click} />
            </Td>
            {!hasLinks && (
              <Td className="max-lg:hidden">
                {click.locale ? <span className="mono">{click.locale}</span> : <None />}
              </Td>
            )}
            <Td className="max-w-56 truncate max-sm:hidden" title={tagsOf(click) || undefined}>
              {tagsOf(click) ? <span className="mono text-text">{tagsOf(click)}</span> : <None />}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function SlugLink({ slug }: { slug: string }) {
  return (
    <NextLink
      href={`/dashboard/links/${slug}` as Route}
      prefetch={false}
      className="truncate rounded-bar hover:underline max-sm:-my-2.5 max-sm:py-2.5"
    >
      <ShortLink slug={slug} />
    </NextLink>
  );
}

function tagsOf({ utmSource, utmMedium, utmCampaign }: ClickRecord): string {
  return [utmSource, utmMedium, utmCampaign].filter(Boolean).join(" / ");
}

function None() {
  return <span className="text-tertiary">–</span>;
}

/** Clicks have no id here, and several may come at once. */
function keyed(clicks: ListedClick[]): [string, ListedClick][] {
  return clicks.map((click, index) => [`${click.createdAt} ${clicks.length - index}`, click]);
}
