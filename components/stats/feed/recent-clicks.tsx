"use client";

import { useState } from "react";
import { formatAge, formatInstant } from "@/lib/core/format";
import type { ClickRecord } from "@/lib/stats/report/click-record";
import { useViewer } from "../../layout/viewer-context";
import { ask } from "../../links/link-queries";
import { Button } from "../../ui/button";
import { Card, CardActions, CardHead, CardNote, CardTitle } from "../../ui/card";
import { cn } from "../../ui/cn";
import { Table, Td, Th } from "../../ui/table";
import { Tag } from "../../ui/tag";
import { DeviceCell, PlaceCell } from "../click-cells";
import { LiveSwitch, useLivePage, useNow } from "./live";

const fewClicks = 10;

/**
 * The latest clicks on a link. While the page is visible, it polls for changes and then refreshes
 * the whole page, so that all statistics agree.
 */
export function RecentClicks({
  slug,
  clicks,
  version,
  at,
  isFiltered,
}: {
  slug: string;
  clicks: ClickRecord[];
  /** Version of the statistics shown: see `statisticsVersion`. */
  version: string;
  /** When they were read, ISO 8601. */
  at: string;
  isFiltered: boolean;
}) {
  const [since] = useState(clicks[0]?.createdAt ?? "");
  const [isLong, setLong] = useState(false);
  const live = useLivePage(() => ask("version", { slug }), version, isFiltered);
  const now = useNow(at);
  const shown = isLong ? clicks : clicks.slice(0, fewClicks);
  const fresh = clicks.filter(({ createdAt }) => createdAt > since).length;

  return (
    <Card>
      <CardHead>
        <CardTitle>Recent clicks</CardTitle>
        <CardNote className="max-sm:hidden">
          last {isLong ? clicks.length : Math.min(fewClicks, clicks.length)}
        </CardNote>
        <span role="status">{fresh > 0 && <Tag tone="accent">{fresh} new</Tag>}</span>
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
          <ClickTable clicks={shown} since={since} now={now} />
          <ClickEntries clicks={shown} since={since} now={now} />
          {clicks.length > fewClicks && (
            <div className="border-hairline border-t p-2 text-center">
              <Button
                variant="ghost"
                size="small"
                aria-expanded={isLong}
                className="max-sm:h-11"
                onClick={() => setLong(!isLong)}
              >
                {isLong ? `Show ${fewClicks}` : `Show ${clicks.length}`}
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  );
}

interface ClicksProps {
  clicks: ClickRecord[];
  /** Clicks after this time are new and highlighted. */
  since: string;
  now: Date;
}

function ClickTable({ clicks, since, now }: ClicksProps) {
  const { timeZone } = useViewer();
  return (
    <div className="max-sm:hidden">
      <Table label="Recent clicks">
        <thead>
          <tr>
            <Th>When</Th>
            <Th>Referrer</Th>
            <Th>Place</Th>
            <Th>Device</Th>
            <Th>Language</Th>
            <Th>Source / medium / campaign</Th>
          </tr>
        </thead>
        <tbody>
          {keyed(clicks).map(([key, click]) => (
            <tr
              key={key}
              className={cn(click.createdAt > since && "bg-accent-wash [&_*]:text-secondary")}
            >
              <Td
                className="tabular-nums"
                title={formatInstant(new Date(click.createdAt), now, timeZone)}
              >
                {formatAge(new Date(click.createdAt), now)}
              </Td>
              <Td lead={click.referrer !== "Direct"} className="max-w-56 truncate">
                {click.referrer}
              </Td>
              <Td className="max-w-48">
                <PlaceCell {...click} />
              </Td>
              <Td>
                <DeviceCell {...click} />
              </Td>
              <Td>{click.locale ? <span className="mono">{click.locale}</span> : <None />}</Td>
              <TagsCell tags={[click.utmSource, click.utmMedium, click.utmCampaign]} />
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function TagsCell({ tags }: { tags: (string | null)[] }) {
  const text = tags.map((tag) => tag ?? "–").join(" / ");
  const isTagged = tags.some((tag) => tag !== null);
  return (
    <Td className="max-w-64 truncate" {...(isTagged ? { title: text } : {})}>
      {isTagged ? <span className="mono text-text">{text}</span> : <None />}
    </Td>
  );
}

function None() {
  return <span className="text-tertiary">–</span>;
}

/** The list for small screens. */
function ClickEntries({ clicks, since, now }: ClicksProps) {
  return (
    <ul className="divide-y divide-hairline border-hairline border-t sm:hidden">
      {keyed(clicks).map(([key, click]) => {
        const tags = [click.utmSource, click.utmMedium, click.utmCampaign]
          .filter(Boolean)
          .join(" / ");
        return (
          <li
            key={key}
            className={cn(
              "grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 px-4 py-2.5 text-secondary text-small",
              click.createdAt > since && "bg-accent-wash [&_*]:text-secondary",
            )}
          >
            <span className="truncate text-text">{click.referrer}</span>
            <span className="text-right tabular-nums">
              {formatAge(new Date(click.createdAt), now)}
            </span>
            <PlaceCell {...click} />
            <DeviceCell {...click} />
            {tags && <span className="mono col-span-2 truncate">{tags}</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** Clicks have no id here, so identical clicks are numbered to get unique keys. */
function keyed(clicks: ClickRecord[]): [string, ClickRecord][] {
  const seen = new Map<string, number>();
  return clicks
    .toReversed()
    .map((click): [string, ClickRecord] => {
      const key = JSON.stringify(click);
      const times = seen.get(key) ?? 0;
      seen.set(key, times + 1);
      return [`${key} ${times}`, click];
    })
    .reverse();
}
