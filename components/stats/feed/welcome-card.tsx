import type { ReactNode } from "react";
import { useTexts } from "#texts";
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
  children,
}: {
  link: Link;
  importedClicks: number;
  now: Date;
  children: ReactNode;
}) {
  const t = useTexts("stats.welcome");
  const works = isActive(link, now);
  return (
    <Card aria-label={t("channels")}>
      <CardHead>
        <CardTitle>{t(works ? "share" : "noClicks")}</CardTitle>
        {works && (
          <span className="ms-auto flex items-center">
            <LivePage of={{ slug: link.slug }} version={statisticsVersion(link)} />
          </span>
        )}
      </CardHead>
      <p className="px-(--space-pad) text-secondary">
        {works ? t("shareNote", { seconds: 10 }) : t("off")}
        {importedClicks > 0 && (
          <span className="mt-1 block">{t("imported", { count: importedClicks })}</span>
        )}
      </p>
      {works && children}
    </Card>
  );
}
