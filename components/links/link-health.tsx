import { CircleCheck, CircleX, ImageOff } from "lucide-react";
import type { ReactNode } from "react";
import { formatAge, formatInstant } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import { linkState } from "@/lib/links/link-state";
import type { PreviewStatus } from "@/lib/previews/preview-status";
import { getViewer } from "../layout/viewer";
import { Card, CardActions, CardHead, CardTitle } from "../ui/card";
import { CardPreview } from "./card-preview";
import { CheckPreviewButton } from "./check-preview-button";

/** Whether the address answers, and whether its destination can be read for previews; with the card that apps will draw. */
export async function LinkHealth({ link, preview, now }: { link: Link; preview: PreviewStatus; now: Date }) {
  const { card } = preview;
  const { timeZone } = await getViewer();
  const destination = new URL(link.url).host;
  return (
    <Card>
      <CardHead>
        <CardTitle>Link health</CardTitle>
        <CardActions>
          <CheckPreviewButton slug={link.slug} />
        </CardActions>
      </CardHead>
      <div className="grid gap-x-10 gap-y-5 px-(--space-pad) pt-1 pb-5 min-[900px]:grid-cols-2">
        <ul className="grid content-start gap-3">
          <AddressLine link={link} now={now} />
          <PreviewLine {...{ preview, now, timeZone }} host={destination} />
        </ul>
        <div>
          <h3 className="mb-2 text-label text-tertiary">Shared, it looks like this</h3>
          <CardPreview
            variant="slack"
            card={{
              title: link.title ?? link.slug,
              description: card?.description ?? null,
              // An owner's page loads nothing from elsewhere.
              image: null,
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
      <Line icon={<CircleCheck aria-hidden className="text-accent" />} title="The short link works">
        Visitors are sent on at once{link.lastClickedAt ? `, the last one ${ago(link.lastClickedAt, now)}.` : "."}
      </Line>
    );
  }
  return (
    <Line
      icon={<CircleX aria-hidden className="text-danger" />}
      title={state === "disabled" ? "The short link is disabled" : "The short link has expired"}
    >
      {state === "disabled"
        ? "It answers as if it did not exist, and the destination stays hidden. Enable the link to send visitors on again."
        : "It answers 404 and takes visitors to the front page. Set a later expiry, or none, to send them on again."}
    </Line>
  );
}

function PreviewLine({ preview, host, now, timeZone }: { preview: PreviewStatus; host: string; now: Date; timeZone: string }) {
  const { lastCheckAt, lastReason, failingSince, failCount } = preview;
  if (lastCheckAt === null) {
    return (
      <Line icon={<ImageOff aria-hidden className="text-tertiary" />} title="The destination has not been read yet">
        It is read when the link is shared for the first time, or when you check it now.
      </Line>
    );
  }
  if (failingSince !== null) {
    return (
      <Line
        icon={<ImageOff aria-hidden className="text-bots" />}
        title={`The destination could not be read${failCount > 1 ? `, ${failCount} times in a row` : ""}`}
      >
        {lastReason} Since {formatInstant(new Date(failingSince), now, timeZone)}; last tried {ago(lastCheckAt, now)}. Visitors are sent on all the
        same.
      </Line>
    );
  }
  return (
    <Line icon={<CircleCheck aria-hidden className="text-accent" />} title="The destination can be read">
      {host} was read {ago(lastCheckAt, now)}.
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
