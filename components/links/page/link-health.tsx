import type { ReactNode } from "react";
import { CircleHelp, CircleX, ImageOff } from "@/components/links/icons";
import { CircleCheck, Unlink } from "@/components/ui/icons";
import { env, originOf } from "@/lib/config/env";
import { siteSettings } from "@/lib/config/site-settings";
import { isAllowedDestination, isWebAddress } from "@/lib/core/destination";
import { ruleName } from "@/lib/core/destination-rules";
import { formatAgo, formatInstant } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import { linkState } from "@/lib/links/link-state";
import { withOwnImage } from "@/lib/previews/preview-image";
import type { PreviewStatus } from "@/lib/previews/preview-status";
import type { RuleHealth } from "@/lib/previews/rule-checks";
import { getViewer } from "../../layout/viewer";
import { getTexts } from "../../texts/get-texts";
import { buttonStyle } from "../../ui/button";
import { Card, CardActions, CardHead, CardTitle } from "../../ui/card";
import { CardPreview } from "../form/card-preview";
import { destinationCard, emptyCard, noCard } from "../form/no-card";
import { CheckPreviewButton } from "./check-preview-button";
import { destinationText } from "./destination-text";
import { effectOf, type StoppedState } from "./visitor-effect";

/**
 * Whether the short link redirects, and its destination and preview work, with the link preview
 * that apps show.
 */
export async function LinkHealth({
  link,
  preview,
  now,
}: {
  link: Link;
  preview: PreviewStatus;
  now: Date;
}) {
  const theirs = destinationCard(link, preview.card);
  const { description, image } = await withOwnImage({
    description: link.description ?? theirs.description,
    image: link.image ?? theirs.image,
  });
  const { timeZone } = await getViewer();
  const form = await getTexts("form");
  const none = noCard(link, now, form);
  const { BASE_URL, DASHBOARD_ORIGIN } = env();
  // The browser sends no cookie from here to another host.
  const isCounted = BASE_URL !== DASHBOARD_ORIGIN;
  const testTitle = isCounted
    ? "Opens the short link. This counts as a click"
    : link.maxClicks
      ? "Tests the short link without using one of its clicks. The destination stays closed"
      : "Opens the short link without counting a click";
  return (
    <Card>
      <CardHead>
        <CardTitle>Link health</CardTitle>
        <CardActions>
          <a
            href={`/dashboard/links/${link.slug}/test`}
            target="_blank"
            rel="noopener"
            title={testTitle}
            className={buttonStyle({ size: "small", className: "max-sm:h-11" })}
          >
            Test link
          </a>
          <CheckPreviewButton slug={link.slug} className="max-sm:h-11" />
        </CardActions>
      </CardHead>
      <div className="grid gap-x-10 gap-y-5 px-(--space-pad) pt-1 pb-5 *:min-w-0 min-[900px]:grid-cols-2">
        <ul className="grid content-start gap-3 *:min-w-0">
          <AddressLine link={link} now={now} />
          <DestinationLine {...{ preview, now, timeZone }} />
          {preview.rules?.map((rule) => (
            <RuleLine key={rule.destination} {...{ rule, now, timeZone }} />
          ))}
          {isWebAddress(link.url) && (
            <PreviewLine {...{ preview, now, timeZone }} host={new URL(link.url).host} />
          )}
        </ul>
        <div>
          <h3 className="mb-2 text-label text-tertiary">Link preview</h3>
          <CardPreview
            variant="slack"
            fallback={link.slug}
            card={{
              ...(none
                ? emptyCard
                : { title: link.title, description, image, siteName: theirs.siteName }),
              host: new URL(originOf(link.domain)).host,
            }}
          />
          {!none && link.maxClicks && (
            <p className="mt-2.5 text-label text-secondary">{form("noCard.limited")}</p>
          )}
          {none && <p className="mt-2.5 text-label text-secondary">{none}</p>}
        </div>
      </div>
    </Card>
  );
}

function AddressLine({ link, now }: { link: Link; now: Date }) {
  const state = linkState(link, now);
  const isActive = state === "active" || state === "protected";
  if (isActive && !isAllowedDestination(link.url, siteSettings().DESTINATION_SCHEMES)) {
    return (
      <Line
        icon={<CircleX aria-hidden className="text-danger" />}
        title="The destination is not allowed"
      >
        {effectOf("disabled", link, siteSettings())} List its scheme under Settings &gt; Public
        pages to redirect them again.
      </Line>
    );
  }
  if (isActive) {
    return (
      <Line icon={<CircleCheck aria-hidden className="text-accent" />} title="Redirecting">
        {state === "protected" && "Visitors type its password first. "}
        {link.lastClickedAt
          ? `Last click ${formatAgo(link.lastClickedAt, now)}.`
          : "No clicks yet."}
      </Line>
    );
  }
  return (
    <Line icon={<CircleX aria-hidden className="text-danger" />} title={titles[state]}>
      {effectOf(state, link, siteSettings())} {remedies[state]}
    </Line>
  );
}

const titles: Record<StoppedState, string> = {
  disabled: "The short link is disabled",
  expired: "The short link has expired",
  usedUp: "The short link is used up",
  scheduled: "The short link has not started",
};
const remedies: Record<StoppedState, string> = {
  disabled: "Enable the link to redirect them again.",
  expired: "Extend or remove the expiry to redirect them again.",
  usedUp: "Raise or remove its click limit to redirect them again.",
  scheduled: "Change or remove its start date to redirect them now.",
};

function DestinationLine({
  preview,
  now,
  timeZone,
}: {
  preview: PreviewStatus;
  now: Date;
  timeZone: string;
}) {
  const { destination, lastReason, lastCheckAt, brokenSince } = preview;
  const { title, text, isFailure } = destinationText[destination];
  const Icon = destination === "reachable" ? CircleCheck : isFailure ? Unlink : CircleHelp;
  const tone =
    destination === "reachable" ? "text-accent" : isFailure ? "text-bots" : "text-tertiary";
  const isOff = destination === "unchecked" && env().PREVIEW_RECHECK_HOURS === 0;
  const reason = destination === "reachable" || lastReason === null ? "" : `${lastReason} `;
  return (
    <Line icon={<Icon aria-hidden className={tone} />} title={title}>
      {reason}
      {brokenSince !== null && `Since ${formatInstant(new Date(brokenSince), now, timeZone)}. `}
      {isOff ? "Checks are off (PREVIEW_RECHECK_HOURS)." : text}{" "}
      {lastCheckAt !== null &&
        destination !== "unchecked" &&
        `Last checked ${formatAgo(lastCheckAt, now)}.`}
    </Line>
  );
}

/** Of an address of a rule, only what is worth knowing. */
function RuleLine({ rule, now, timeZone }: { rule: RuleHealth; now: Date; timeZone: string }) {
  const { destination, state, reason, brokenSince } = rule;
  const { title, isFailure } = destinationText[state];
  if (state === "reachable" || state === "unchecked") return null;
  return (
    <Line
      icon={
        isFailure ? (
          <Unlink aria-hidden className="text-bots" />
        ) : (
          <CircleHelp aria-hidden className="text-tertiary" />
        )
      }
      title={`${title}: ${ruleName(destination)}`}
    >
      {reason}
      {brokenSince !== null && ` Since ${formatInstant(new Date(brokenSince), now, timeZone)}.`}
    </Line>
  );
}

function PreviewLine({
  preview,
  host,
  now,
  timeZone,
}: {
  preview: PreviewStatus;
  host: string;
  now: Date;
  timeZone: string;
}) {
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
      <Line
        icon={<ImageOff aria-hidden className="text-tertiary" />}
        title={cardReadAt === null ? "No preview" : "Preview out of date"}
      >
        {said}
        {failCount > 1 ? `${failCount} failed attempts` : "Could not be read"} since{" "}
        {formatInstant(new Date(failingSince), now, timeZone)}.
        {cardReadAt !== null && " Apps show the last one that could be read."}
      </Line>
    );
  }
  return (
    <Line icon={<CircleCheck aria-hidden className="text-accent" />} title="Preview works">
      Fetched from {host} {formatAgo(lastCheckAt, now)}.
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
