import type { Route } from "next";
import NextLink from "next/link";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { extensionDays } from "@/components/links/bulk/extension";
import { ChartSpline } from "@/components/stats/icons";
import {
  ArrowUpRight,
  CircleCheck,
  Clock,
  FileUp,
  type IconComponent,
  Megaphone,
  OctagonAlert,
  Unlink,
} from "@/components/ui/icons";
import { dayMs, isoDate } from "@/lib/core/day";
import { localDate } from "@/lib/core/local-time";
import type { RangeChoice } from "@/lib/core/range-choice";
import type { FeedItem } from "@/lib/stats/report/feed-item";
import { CommandButton } from "../../layout/command-button";
import { ChangeButton } from "../../links/bulk/change-button";
import { ShortLink } from "../../links/short-link";
import { useSaid } from "../../texts/get-said";
import { buttonStyle } from "../../ui/button";
import { defaultPageQuery, linkPageHref } from "../page-address";
import { type FeedActions, FeedList } from "./feed-list";
import { feedSentence } from "./feed-sentence";

const icons: Record<FeedItem["kind"], { icon: IconComponent; tone: string }> = {
  health: { icon: OctagonAlert, tone: "text-danger" },
  broken: { icon: Unlink, tone: "text-danger" },
  moved: { icon: ArrowUpRight, tone: "text-bots" },
  expiring: { icon: Clock, tone: "text-bots" },
  traffic: { icon: ChartSpline, tone: "text-accent" },
  shared: { icon: Megaphone, tone: "text-accent" },
  imported: { icon: FileUp, tone: "text-secondary" },
};

interface Context {
  now: Date;
  locale: string;
  timeZone: string;
}

/** What is known when nothing has to be reported. */
interface FeedBasis {
  /** Some destination has been checked. */
  isChecked: boolean;
  hasClicks: boolean;
}

/** What changed lately, each with the action that follows from it. */
export function Feed({
  items,
  basis,
  actions,
  ...context
}: { items: FeedItem[]; basis: FeedBasis; actions: FeedActions } & Context) {
  const t = useTexts("home.highlights");
  const rows = items.map((item) => ({
    keys: item.keys,
    dismissName: "link" in item ? t("dismissLink", { slug: item.link.slug }) : t("dismissItem"),
    content: <Row item={item} {...context} />,
  }));
  return <FeedList rows={rows} actions={actions} empty={<AllClear {...basis} />} />;
}

function AllClear({ isChecked, hasClicks }: FeedBasis) {
  const t = useTexts("home.feed");
  const isKnown = isChecked || hasClicks;
  const Icon = isKnown ? CircleCheck : Clock;
  return (
    <p className="flex items-start gap-3 px-(--space-pad) pt-1 pb-4 text-secondary">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${isKnown ? "text-accent" : "text-tertiary"}`}
      />
      <span>
        {[
          t(isKnown ? "allClear" : "nothing"),
          ...(isChecked ? [t("allWork")] : []),
          ...(hasClicks ? [t("asUsual")] : []),
        ].join(" ")}
      </span>
    </p>
  );
}

function Row({ item, ...context }: { item: FeedItem } & Context) {
  const [t, channels] = [useTexts("home.feed"), useTexts("links.channels")];
  const said = useSaid();
  const { icon: Icon, tone } = icons[item.kind];
  return (
    <>
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 sm:mt-[3px] ${tone}`} />
      <span className="min-w-0 flex-1 text-pretty">
        {"link" in item && (
          <>
            <NextLink
              href={`/dashboard/links/${item.link.slug}` as Route}
              prefetch={false}
              className="me-2 inline-block max-w-full truncate rounded-bar align-bottom hover:underline max-sm:relative max-sm:-my-2.5 max-sm:py-2.5"
            >
              <ShortLink slug={item.link.slug} />
            </NextLink>{" "}
          </>
        )}
        <span className="text-secondary text-small">
          {feedSentence(item, { ...context, t, channels, said })}
        </span>
      </span>
      <span className="shrink-0 max-sm:ms-7 max-sm:basis-full sm:min-w-40 [&>*]:w-full [&>*]:max-sm:h-11 [&>*]:max-sm:w-auto">
        <Action item={item} {...context} />
      </span>
    </>
  );
}

function Action({ item, now, timeZone }: { item: FeedItem } & Context) {
  const t = useTexts("home.feed");
  const named = (slug: string) => ({
    slug,
    hidden: (text: ReactNode) => <span className="sr-only">{text}</span>,
  });
  switch (item.kind) {
    case "health":
      return <ActionLink href="/dashboard/settings/doctor">{t("openCheck")}</ActionLink>;
    case "broken":
    case "moved":
      return (
        <CommandButton command={{ kind: "edit", link: item.link }} size="small">
          {t.rich("changeDestination", named(item.link.slug))}
        </CommandButton>
      );
    case "expiring":
      return (
        <ChangeButton link={item.link} change="extend">
          {t.rich("extend", {
            ...named(item.link.slug),
            more: t.amount(extensionDays, "day", "always"),
          })}
        </ChangeButton>
      );
    case "traffic":
      return (
        <ActionLink
          href={linkPageHref(item.link.slug, {
            ...defaultPageQuery,
            range: rangeAround(item.day, { now, timeZone }),
          })}
        >
          {t.rich("seeWho", named(item.link.slug))}
        </ActionLink>
      );
    case "shared":
      return (
        <CommandButton command={{ kind: "share", link: item.link }} size="small">
          {t.rich("share", named(item.link.slug))}
        </CommandButton>
      );
    case "imported":
      return <ActionLink href="/dashboard/links">{t("viewLinks")}</ActionLink>;
  }
}

/** A range of the owner's time zone that has all of a UTC day so far. */
function rangeAround(
  day: string,
  { now, timeZone }: Pick<Context, "now" | "timeZone">,
): RangeChoice {
  if (timeZone === "UTC") return day === isoDate(now) ? 1 : 7;
  const end = Math.min(Date.parse(day) + dayMs, now.getTime());
  return { from: localDate(new Date(day), timeZone), to: localDate(new Date(end - 1), timeZone) };
}

function ActionLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <NextLink href={href as Route} prefetch={false} className={buttonStyle({ size: "small" })}>
      {children}
    </NextLink>
  );
}
