import { CircleCheck, CircleHelp, CircleX, ImageOff, Unlink } from "lucide-react";
import type { ReactNode } from "react";
import { env } from "@/lib/config/env";
import { formatAge, formatInstant } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import { linkState } from "@/lib/links/link-state";
import { withOwnImage } from "@/lib/previews/preview-image";
import type { PreviewStatus } from "@/lib/previews/preview-status";
import { getViewer } from "../layout/viewer";
import { buttonStyle } from "../ui/button";
import { Card, CardActions, CardHead, CardTitle } from "../ui/card";
import { CardPreview } from "./card-preview";
import { CheckPreviewButton } from "./check-preview-button";
import { destinationText } from "./destination-text";

/** Whether the short link redirects, and its destination and preview work, with the link preview that apps show. */
export async function LinkHealth({ link, preview, now }: { link: Link; preview: PreviewStatus; now: Date }) {
  const card = preview.card && (await withOwnImage(preview.card));
  const { timeZone } = await getViewer();
  const destination = new URL(link.url).host;
  return (
    <Card>
      <CardHead>
        <CardTitle>Link health</CardTitle>
        <CardActions>
          <a
            href={`/dashboard/links/${link.slug}/test`}
            target="_blank"
            rel="noopener"
            title="Opens the short link without counting a click"
            className={buttonStyle({ size: "small", className: "max-sm:h-11" })}
          >
            Test link
          </a>
          <CheckPreviewButton slug={link.slug} className="max-sm:h-11" />
        </CardActions>
      </CardHead>
      <div className="grid gap-x-10 gap-y-5 px-(--space-pad) pt-1 pb-5 min-[900px]:grid-cols-2">
        <ul className="grid content-start gap-3">
          <AddressLine link={link} now={now} />
          <DestinationLine {...{ preview, now, timeZone }} />
          <PreviewLine {...{ preview, now, timeZone }} host={destination} />
        </ul>
        <div>
          <h3 className="mb-2 text-label text-tertiary">Link preview</h3>
          <CardPreview
            variant="slack"
            fallback={link.slug}
            card={{
              title: link.title,
              description: card?.description ?? null,
              image: card?.image ?? null,
              siteName: card?.siteName ?? null,
              host: new URL(link.shortUrl).host,
            }}
          />
        </div>
      </div>
    </Card>
  );
}

function AddressLine({ link, now }: { link: Link; now: Date }) {
  const state = linkState(link, now);
  if (state === "active") {
    return (
      <Line icon={<CircleCheck aria-hidden className="text-accent" />} title="Redirecting">
        {link.lastClickedAt ? `Last click ${ago(link.lastClickedAt, now)}.` : "No clicks yet."}
      </Line>
    );
  }
  return (
    <Line
      icon={<CircleX aria-hidden className="text-danger" />}
      title={state === "disabled" ? "The short link is disabled" : "The short link has expired"}
    >
      {state === "disabled"
        ? "Visitors get a 404 page. Enable the link to redirect them again."
        : "Visitors get a 404 and are taken to the front page. Extend or remove the expiry to redirect them again."}
    </Line>
  );
}

function DestinationLine({ preview, now, timeZone }: { preview: PreviewStatus; now: Date; timeZone: string }) {
  const { destination, lastReason, lastCheckAt, brokenSince } = preview;
  const { title, text, isFailure } = destinationText[destination];
  const Icon = destination === "reachable" ? CircleCheck : isFailure ? Unlink : CircleHelp;
  const tone = destination === "reachable" ? "text-accent" : isFailure ? "text-bots" : "text-tertiary";
  const isOff = destination === "unchecked" && env().PREVIEW_RECHECK_HOURS === 0;
  const reason = destination === "reachable" || lastReason === null ? "" : `${lastReason} `;
  return (
    <Line icon={<Icon aria-hidden className={tone} />} title={title}>
      {reason}
      {brokenSince !== null && `Since ${formatInstant(new Date(brokenSince), now, timeZone)}. `}
      {isOff ? "Checks are off (PREVIEW_RECHECK_HOURS)." : text}{" "}
      {lastCheckAt !== null && destination !== "unchecked" && `Last checked ${ago(lastCheckAt, now)}.`}
    </Line>
  );
}

function PreviewLine({ preview, host, now, timeZone }: { preview: PreviewStatus; host: string; now: Date; timeZone: string }) {
  const { lastCheckAt, cardReadAt, destination, lastReason, failingSince, failCount } = preview;
  if (lastCheckAt === null) {
    return (
      <Line icon={<ImageOff aria-hidden className="text-tertiary" />} title="No preview yet">
        It is fetched when the destination is checked.
      </Line>
    );
  }
  if (failingSince !== null) {
    // A page that works without a preview, such as a PDF, is nothing to repair.
    const said = destination === "reachable" ? `${lastReason} ` : "";
    return (
      <Line icon={<ImageOff aria-hidden className="text-tertiary" />} title={cardReadAt === null ? "No preview" : "Preview out of date"}>
        {said}
        {failCount > 1 ? `${failCount} failed attempts` : "Could not be read"} since {formatInstant(new Date(failingSince), now, timeZone)}.
        {cardReadAt !== null && " Apps show the last one that could be read."}
      </Line>
    );
  }
  return (
    <Line icon={<CircleCheck aria-hidden className="text-accent" />} title="Preview works">
      Fetched from {host} {ago(lastCheckAt, now)}.
    </Line>
  );
}

function Line({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      {icon}
      <div>
        <div className="font-medium">{title}</div>
        <p className="text-pretty text-secondary text-small">{children}</p>
      </div>
    </li>
  );
}

function ago(at: string, now: Date): string {
  const age = formatAge(new Date(at), now);
  return age === "now" ? "just now" : `${age} ago`;
}
