import { Megaphone, QrCode } from "@/components/ui/icons";
import { originOf } from "@/lib/config/env";
import { formatNumber } from "@/lib/core/format";
import { type Link, shortUrlOf } from "@/lib/links/link";
import { isActive } from "@/lib/links/link-state";
import { statisticsVersion } from "@/lib/links/statistics-version";
import { CommandButton } from "../../layout/command-button";
import { EmptyPage } from "../../layout/empty-page";
import { CopyButton } from "../../ui/copy-button";
import { LivePage } from "./live";

/** In place of the statistics of a link that has no clicks yet. */
export function WelcomeCard({
  link,
  importedClicks,
  now,
  locale,
}: {
  link: Link;
  importedClicks: number;
  now: Date;
  locale: string;
}) {
  const works = isActive(link, now);
  const sharedUrl = shortUrlOf(link.slug, originOf(link.domain));
  return (
    <EmptyPage
      title={works ? "Share it" : "No clicks yet"}
      actions={
        works && (
          <>
            <CopyButton
              text={sharedUrl}
              what={<span className="mono">{sharedUrl}</span>}
              variant="primary"
            >
              Copy link
            </CopyButton>
            <CommandButton command={{ kind: "share", link }}>
              <Megaphone aria-hidden className="size-4" />
              Share by channel
            </CommandButton>
            <CommandButton command={{ kind: "qr", link }}>
              <QrCode aria-hidden className="size-4" />
              QR code
            </CommandButton>
          </>
        )
      }
      below={
        works && (
          <div className="mt-5 flex items-center gap-1.5">
            <LivePage slug={link.slug} version={statisticsVersion(link)} />
          </div>
        )
      }
    >
      {works
        ? "No clicks yet. New clicks appear within 10 seconds. With a tag for each channel you will see which one brought them."
        : "This link does not redirect, so no clicks can arrive."}
      {importedClicks > 0 && (
        <span className="mt-1 block">+ {formatNumber(importedClicks, locale)} before Slugline</span>
      )}
    </EmptyPage>
  );
}
