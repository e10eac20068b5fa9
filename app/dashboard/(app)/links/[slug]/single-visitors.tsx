import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { TriangleAlert } from "@/components/ui/icons";
import { formatDay, formatInstant } from "@/lib/core/format";
import type { SetAsideClicks, SetAsideReport, Standout } from "@/lib/stats/report/set-aside";
import { SetAside } from "./set-aside";
import { standoutSentence } from "./standout-sentence";

interface Props {
  slug: string;
  report: SetAsideReport;
  now: Date;
  timeZone: string;
  locale: string;
}

/** The latest ones. */
const mostShown = 3;

/** Visitors who made most clicks of an hour, and what can still be counted again. */
export function SingleVisitors({ report: { found, setAside }, ...shared }: Props) {
  const t = useTexts("links.aside");
  const recent = setAside.filter(
    ({ undoUntil, state }) => undoUntil !== null || state === "returning",
  );
  if (found.length + recent.length === 0) return null;
  const left = found.length - mostShown;
  return (
    <ul aria-label={t("label")} className="mb-4 flex flex-col gap-2">
      {found.slice(0, mostShown).map((each) => (
        <StandoutRow key={each.visitor} {...shared} standout={each} />
      ))}
      {left > 0 && (
        <li className="text-label text-secondary">{t("earlierDays", { days: left })}</li>
      )}
      {recent.map((each) => (
        <SetAsideRow key={each.visitor} {...shared} clicks={each} />
      ))}
    </ul>
  );
}

type RowProps = Omit<Props, "report">;

function StandoutRow({ slug, standout, now, locale }: RowProps & { standout: Standout }) {
  const t = useTexts("links.aside");
  const { visitor, date } = standout;
  const day = formatDay(new Date(date), { year: now, locale });
  return (
    <Row isWarning button={<SetAside {...{ slug, visitor }} isAside={false} day={day} />}>
      <span className="font-medium">{standoutSentence(standout, { t, now, locale })}</span>{" "}
      <span className="text-secondary">{t("foundNote")}</span>
    </Row>
  );
}

function SetAsideRow({
  slug,
  clicks: { visitor, date, clicks, undoUntil, state },
  now,
  timeZone,
  locale,
}: RowProps & { clicks: SetAsideClicks }) {
  const t = useTexts("links.aside");
  const day = formatDay(new Date(date), { year: now, locale });
  if (state === "returning") return <Row>{t("counting", { day })}</Row>;
  return (
    <Row button={<SetAside {...{ slug, visitor }} isAside day={day} />}>
      {t("set", { clicks, day })}{" "}
      {undoUntil && (
        <span className="text-secondary">
          {t("undoUntil", { date: formatInstant(new Date(undoUntil), now, timeZone, locale) })}
        </span>
      )}
    </Row>
  );
}

function Row({
  isWarning = false,
  button,
  children,
}: {
  isWarning?: boolean;
  button?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="flex items-center gap-3 rounded-card border border-hairline bg-surface px-(--space-pad) py-2.5 text-small max-sm:flex-wrap">
      {isWarning && <TriangleAlert aria-hidden className="size-4 shrink-0 text-bots" />}
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">{children}</p>
      {button}
    </li>
  );
}
