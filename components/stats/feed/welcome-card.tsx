import type { ReactNode } from "react";
import { formatNumber } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import { isActive } from "@/lib/links/link-state";
import { statisticsVersion } from "@/lib/links/statistics-version";
import { Card, CardHead, CardTitle } from "../../ui/card";
import { LivePage } from "./live";

/** In place of the statistics of a link that has no clicks yet. `children`: where it is shared. */
export function WelcomeCard({
  link,
  importedClicks,
  now,
  locale,
  children,
}: {
  link: Link;
  importedClicks: number;
  now: Date;
  locale: string;
  children: ReactNode;
}) {
  const works = isActive(link, now);
  return (
    <Card aria-label="Channels">
      <CardHead>
        <CardTitle>{works ? "Share it" : "No clicks yet"}</CardTitle>
        {works && (
          <span className="ms-auto flex items-center">
            <LivePage of={{ slug: link.slug }} version={statisticsVersion(link)} />
          </span>
        )}
      </CardHead>
      <p className="px-(--space-pad) text-secondary">
        {works
          ? "No clicks yet: the first one appears within 10 seconds. Each channel has a short link of its own, so you see which one brought them."
          : "This link does not redirect, so no clicks can arrive."}
        {importedClicks > 0 && (
          <span className="mt-1 block">
            + {formatNumber(importedClicks, locale)} before Slugline
          </span>
        )}
      </p>
      {works && children}
    </Card>
  );
}
