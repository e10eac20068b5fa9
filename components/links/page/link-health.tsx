import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { CircleHelp, CircleX, ImageOff } from "@/components/links/icons";
import { ArrowUpRight, CircleCheck, type IconComponent, Unlink } from "@/components/ui/icons";
import { env, originOf } from "@/lib/config/env";
import { siteSettings } from "@/lib/config/site-settings";
import { isAllowedDestination, isWebAddress } from "@/lib/core/destination";
import { addressesOf } from "@/lib/core/destination-rules";
import { formatAgo, formatInstant } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import { linkState } from "@/lib/links/link-state";
import { ruleText } from "@/lib/links/rule-text";
import type { DestinationState } from "@/lib/previews/destination-health";
import { withOwnImage } from "@/lib/previews/preview-image";
import type { PreviewStatus } from "@/lib/previews/preview-status";
import type { RuleHealth } from "@/lib/previews/rule-checks";
import { getViewer } from "../../layout/viewer";
import { useSaid } from "../../texts/get-said";
import { getTexts } from "../../texts/get-texts";
import { buttonStyle } from "../../ui/button";
import { Card, CardActions, CardHead, CardTitle } from "../../ui/card";
import { CardPreview } from "../form/card-preview";
import { destinationCard, emptyCard, noCard } from "../form/no-card";
import { OutsideHosts } from "../outside-hosts";
import { CheckPreviewButton } from "./check-preview-button";
import { failures } from "./destination-failures";
import { effectOf } from "./visitor-effect";

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
  const { timeZone, locale } = await getViewer();
  const viewing = { now, timeZone, locale };
  const t = await getTexts("links.health");
  const actions = await getTexts("links.actions");
  const form = await getTexts("form");
  const none = noCard(link, now, form);
  const { BASE_URL, DASHBOARD_ORIGIN } = env();
  // The browser sends no cookie from here to another host.
  const isCounted = BASE_URL !== DASHBOARD_ORIGIN;
  const testTitle = isCounted
    ? t("opensCounting")
    : link.maxClicks
      ? t("testsLimited")
      : t("opensWithoutClick");
  return (
    <Card aria-label={t("title")}>
      <CardHead>
        <CardTitle>{t("title")}</CardTitle>
        <CardActions>
          <a
            href={`/dashboard/links/${link.slug}/test`}
            target="_blank"
            rel="noopener"
            title={testTitle}
            className={buttonStyle({ size: "small", className: "print:hidden" })}
          >
            {actions("test")}
          </a>
          <CheckPreviewButton slug={link.slug} />
        </CardActions>
      </CardHead>
      <div className="grid gap-x-10 gap-y-5 px-(--space-pad) pt-1 pb-5 *:min-w-0 min-[900px]:grid-cols-2">
        <ul className="grid content-start gap-3 *:min-w-0">
          <AddressLine link={link} {...viewing} />
          <DestinationLine preview={preview} {...viewing} />
          {preview.rules?.map((rule) => (
            <RuleLine key={rule.destination} rule={rule} {...viewing} />
          ))}
          <li className="empty:hidden">
            <OutsideHosts addresses={addressesOf(link)} />
          </li>
          {isWebAddress(link.url) && (
            <PreviewLine preview={preview} {...viewing} host={new URL(link.url).host} />
          )}
        </ul>
        <div>
          <h3 className="mb-2 text-label text-tertiary">{t("linkPreview")}</h3>
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

interface Viewing {
  now: Date;
  timeZone: string;
  locale: string;
}

function AddressLine({ link, now, locale }: Viewing & { link: Link }) {
  const t = useTexts("links.health");
  const effects = useTexts("links.effects");
  const state = linkState(link, now);
  const isActive = state === "active" || state === "protected";
  if (isActive && !isAllowedDestination(link.url, siteSettings().DESTINATION_SCHEMES)) {
    return (
      <Line icon={<CircleX aria-hidden className="text-danger" />} title={t("notAllowed")}>
        {effectOf("disabled", link, siteSettings(), effects)} {t("listScheme")}
      </Line>
    );
  }
  if (isActive) {
    return (
      <Line icon={<CircleCheck aria-hidden className="text-accent" />} title={t("redirecting")}>
        {state === "protected" && `${t("typePassword")} `}
        {link.lastClickedAt
          ? t("lastClick", { ago: formatAgo(link.lastClickedAt, now, undefined, locale) })
          : t("noClicks")}
      </Line>
    );
  }
  return (
    <Line icon={<CircleX aria-hidden className="text-danger" />} title={t(`states.${state}`)}>
      {effectOf(state, link, siteSettings(), effects)} {t(`remedies.${state}`)}
    </Line>
  );
}

const marks: Partial<Record<DestinationState, { Icon: IconComponent; tone: string }>> = {
  reachable: { Icon: CircleCheck, tone: "text-accent" },
  failing: { Icon: Unlink, tone: "text-danger" },
  broken: { Icon: Unlink, tone: "text-danger" },
  moved: { Icon: ArrowUpRight, tone: "text-bots" },
};

function DestinationLine({ preview, now, timeZone, locale }: Viewing & { preview: PreviewStatus }) {
  const t = useTexts("links.health");
  const check = useTexts("links.check");
  const said = useSaid();
  const { destination, lastReason, lastCheckAt, brokenSince, moved, hint } = preview;
  const { Icon, tone } = marks[destination] ?? { Icon: CircleHelp, tone: "text-tertiary" };
  const date = (at: string) => formatInstant(new Date(at), now, timeZone, locale);
  const isReached = destination === "reachable" || destination === "moved";
  const sentences = [
    !isReached && lastReason !== null && said(lastReason),
    brokenSince !== null && t("since", { date: date(brokenSince) }),
    moved && check("ended", { ...moved, date: date(moved.since) }),
    hint && check(`hints.${hint}`),
    destination === "unchecked" && env().PREVIEW_RECHECK_HOURS === 0
      ? t("checksOff")
      : noted(destination) && check(`notes.${destination}`),
    lastCheckAt !== null &&
      destination !== "unchecked" &&
      t("lastChecked", { ago: formatAgo(lastCheckAt, now, undefined, locale) }),
  ];
  return (
    <Line icon={<Icon aria-hidden className={tone} />} title={check(`states.${destination}`)}>
      {sentences.filter(Boolean).join(" ")}
    </Line>
  );
}

const noted = (
  state: DestinationState,
): state is Exclude<DestinationState, "reachable" | "moved" | "unknown"> =>
  state !== "reachable" && state !== "moved" && state !== "unknown";

/** Of an address of a rule, only what is worth knowing. */
function RuleLine({ rule, now, timeZone, locale }: Viewing & { rule: RuleHealth }) {
  const t = useTexts("links.health");
  const check = useTexts("links.check");
  const rules = useTexts("links.rules");
  const said = useSaid();
  const { destination, state, reason, brokenSince } = rule;
  if (state === "reachable" || state === "unchecked") return null;
  return (
    <Line
      icon={
        failures.has(state) ? (
          <Unlink aria-hidden className="text-danger" />
        ) : (
          <CircleHelp aria-hidden className="text-tertiary" />
        )
      }
      title={t("forRule", {
        name: check(`states.${state}`),
        value: ruleText(destination, rules, locale, timeZone),
      })}
    >
      {reason && said(reason)}
      {brokenSince !== null &&
        ` ${t("since", { date: formatInstant(new Date(brokenSince), now, timeZone, locale) })}`}
    </Line>
  );
}

function PreviewLine({
  preview,
  host,
  now,
  timeZone,
  locale,
}: Viewing & { preview: PreviewStatus; host: string }) {
  const t = useTexts("links.health");
  const said = useSaid();
  const { lastCheckAt, cardReadAt, destination, lastReason, failingSince, failCount } = preview;
  if (lastCheckAt === null) {
    return (
      <Line icon={<ImageOff aria-hidden className="text-tertiary" />} title={t("noPreviewYet")} />
    );
  }
  if (failingSince !== null) {
    // A page that works without a preview, such as a PDF, is nothing to repair.
    const why = destination === "reachable" && lastReason ? `${said(lastReason)} ` : "";
    return (
      <Line
        icon={<ImageOff aria-hidden className="text-tertiary" />}
        title={cardReadAt === null ? t("noPreview") : t("outOfDate")}
      >
        {why}
        {t("failedSince", {
          attempts: Math.max(1, failCount),
          date: formatInstant(new Date(failingSince), now, timeZone, locale),
        })}
        {cardReadAt !== null && ` ${t("lastRead")}`}
      </Line>
    );
  }
  return (
    <Line icon={<CircleCheck aria-hidden className="text-accent" />} title={t("previewWorks")}>
      {t("fetched", { host, ago: formatAgo(lastCheckAt, now, undefined, locale) })}
    </Line>
  );
}

function Line({ icon, title, children }: { icon: ReactNode; title: string; children?: ReactNode }) {
  return (
    <li className="flex gap-3 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      {icon}
      <div>
        <div className="font-medium">{title}</div>
        {children && <p className="text-pretty text-secondary text-small">{children}</p>}
      </div>
    </li>
  );
}
