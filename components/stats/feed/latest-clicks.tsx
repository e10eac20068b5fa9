"use client";

import type { Route } from "next";
import NextLink from "next/link";
import { useState } from "react";
import { formatAge } from "@/lib/core/format";
import type { LatestClick } from "@/lib/stats/report/latest-clicks";
import { ask } from "../../links/link-queries";
import { ShortLink } from "../../links/short-link";
import { Card, CardActions, CardHead, CardTitle } from "../../ui/card";
import { cn } from "../../ui/cn";
import { Table, Td, Th } from "../../ui/table";
import { DeviceCell, PlaceCell } from "../click-cells";
import { LiveSwitch, useLivePage, useNow } from "./live";

/**
 * The latest clicks on any link, newest first; those since the page was opened are highlighted.
 * While the page is visible, it polls for clicks and then refreshes the whole page, so that all
 * statistics agree.
 */
export function LatestClicks({
  clicks,
  at,
  of = {},
  last = clicks[0]?.createdAt ?? "",
  isFiltered = false,
}: {
  clicks: LatestClick[];
  /** When they were read, ISO 8601. */
  at: string;
  /**
   * How to ask for newer clicks: `by: "totals"` with the parameters of the statistics page. By
   * default, the latest click on any link.
   */
  of?: Record<string, string>;
  /** The last click on these links, which filters may leave out. */
  last?: string;
  isFiltered?: boolean;
}) {
  const [since] = useState(at);
  const live = useLivePage(() => ask("latest", of), last, isFiltered);
  const now = useNow(at);
  return (
    <Card>
      <CardHead>
        <CardTitle>Latest clicks</CardTitle>
        <CardActions>
          <LiveSwitch {...live} />
        </CardActions>
      </CardHead>
      {clicks.length === 0 ? (
        <p className="px-(--space-pad) pt-1 pb-5 text-secondary">
          {isFiltered
            ? "No clicks match these filters."
            : `No clicks yet. New clicks appear within ${live.seconds} seconds.`}
        </p>
      ) : (
        <>
          <div className="max-sm:hidden">
            <Table label="Latest clicks">
              <thead>
                <tr>
                  <Th>When</Th>
                  <Th>Link</Th>
                  <Th>Referrer</Th>
                  <Th>Place</Th>
                  <Th>Device</Th>
                  <Th>Source</Th>
                </tr>
              </thead>
              <tbody>
                {clicks.map((click) => (
                  <tr
                    key={keyOf(click)}
                    className={cn(click.createdAt > since && "bg-accent-wash [&_*]:text-secondary")}
                  >
                    <Td className="tabular-nums">{formatAge(new Date(click.createdAt), now)}</Td>
                    <Td lead>
                      <SlugLink slug={click.slug} />
                    </Td>
                    <Td>{click.referrer}</Td>
                    <Td>
                      <PlaceCell {...click} />
                    </Td>
                    <Td>
                      <DeviceCell {...click} />
                    </Td>
                    <Td>
                      {click.utmSource ? (
                        <span className="mono">{click.utmSource}</span>
                      ) : (
                        <span className="text-tertiary">–</span>
                      )}
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </div>
          <ul className="divide-y divide-hairline border-hairline border-t sm:hidden">
            {clicks.map((click) => (
              <li
                key={keyOf(click)}
                className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 px-4 py-2.5 text-small"
              >
                <SlugLink slug={click.slug} />
                <span className="text-right text-secondary tabular-nums">
                  {formatAge(new Date(click.createdAt), now)}
                </span>
                <span className="truncate text-secondary">{click.referrer}</span>
                <span className="text-secondary">
                  <PlaceCell {...click} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function SlugLink({ slug }: { slug: string }) {
  return (
    <NextLink
      href={`/dashboard/links/${slug}` as Route}
      prefetch={false}
      className="truncate rounded-bar hover:underline"
    >
      <ShortLink slug={slug} />
    </NextLink>
  );
}

/** Clicks have no id here; link, time and attributes are unique enough for a list key. */
function keyOf({ linkId, createdAt, referrer, browser, os, city }: LatestClick): string {
  return [linkId, createdAt, referrer, browser, os, city].join(" ");
}
