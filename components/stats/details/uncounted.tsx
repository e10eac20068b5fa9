import { useTexts } from "#texts";
import { formatNumber, formatShare } from "@/lib/core/format";
import type { UncountedEntry } from "@/lib/stats/report/uncounted";
import { BarLabel } from "../../ui/bar";
import { cells, ListHeads } from "../../ui/list";

type Kind = UncountedEntry["kind"];

const groups: {
  id: "crawlers" | "other" | "previews";
  kinds: Kind[];
  tint: "bots" | "accent";
}[] = [
  { id: "previews", kinds: ["unfurler"], tint: "bots" },
  { id: "crawlers", kinds: ["crawler"], tint: "accent" },
  { id: "other", kinds: ["prefetch", "head", "owner", "previewPage"], tint: "accent" },
];

const most = 50;

/** Uncounted visits in the date range, by kind and name. */
export function Uncounted({ entries, locale }: { entries: UncountedEntry[]; locale: string }) {
  const t = useTexts("stats.details");
  const listed = groups.map((group) => {
    const own = entries.filter(({ kind }) => group.kinds.includes(kind));
    return { ...group, entries: own, total: own.reduce((sum, { count }) => sum + count, 0) };
  });
  return (
    <div className="grid gap-x-4 gap-y-2 pb-2 md:grid-cols-3">
      {listed.map((group) => (
        <section key={group.id} aria-label={t(`groups.${group.id}`)} className="min-w-0 pt-3">
          <h3 className="px-(--space-pad) font-medium text-small">
            {t(`groups.${group.id}`)}{" "}
            <span className="text-secondary tabular-nums">{formatNumber(group.total, locale)}</span>
          </h3>
          <p className="px-(--space-pad) text-label text-secondary">
            {t(`groupNotes.${group.id}`)}
          </p>
          {group.entries.length > 0 && <Entries {...group} locale={locale} />}
        </section>
      ))}
    </div>
  );
}

function Entries({
  id,
  entries,
  total,
  tint,
  locale,
}: (typeof groups)[number] & { entries: UncountedEntry[]; total: number; locale: string }) {
  const t = useTexts("stats.details");
  const head = t(`heads.${id}`);
  const nameOf = (kind: Kind) =>
    kind === "unfurler" || kind === "crawler" ? t("unnamed") : t(`kinds.${kind}`);
  const highest = entries[0]?.count ?? 1;
  return (
    <div className="list-grid px-3 pt-1 max-sm:px-2">
      <ListHeads className="px-2" name={head} clicks={t("times")} share={t("share")} />
      <ul
        aria-label={head}
        {...(entries.length > 8 ? { tabIndex: 0 } : {})}
        className="list-row max-h-[224px] overflow-y-auto focus-visible:-outline-offset-2 max-sm:max-h-[288px]"
      >
        {entries.slice(0, most).map(({ kind, name, count }) => (
          <li key={`${kind} ${name}`} className="list-row px-2">
            <span className={cells.name}>
              <BarLabel share={count / highest} tint={tint}>
                <span className="truncate">{name || nameOf(kind)}</span>
              </BarLabel>
            </span>
            <span className={cells.clicks}>{formatNumber(count, locale)}</span>
            <span className={cells.share}>{formatShare(count, total, locale)}</span>
          </li>
        ))}
      </ul>
      {entries.length > most && (
        <p className="col-span-full px-2 pt-2 text-secondary text-small">
          {t("notListed", { count: entries.length - most })}
        </p>
      )}
    </div>
  );
}
