import type { ListName, ShareFigures, ShareList } from "@/lib/shares/share-figures";
import { GeoCredit } from "../stats/breakdown/geo-credit";
import { BarLabel } from "../ui/bar";
import { Card, CardHead, CardTitle } from "../ui/card";
import { cn } from "../ui/cn";
import { CodeTag } from "../ui/tag";
import type { ShareWords } from "./share-words";

/** The heading of a list that is not named as its card. */
const listTitles: { [Name in ListName]?: "browsers" | "systems" } = {
  browser: "browsers",
  os: "systems",
};

const columns = "grid grid-cols-[minmax(0,1fr)_64px_64px] items-center px-2";

/** One chosen card: its lists, with the most clicks first. */
export function ShareCard({
  card: { card, lists },
  clicks,
  words,
}: {
  card: ShareFigures["cards"][number];
  clicks: number;
  words: ShareWords;
}) {
  const { texts } = words;
  const shown = lists.filter(({ rows }) => rows.length > 0);
  const isPartial = lists.some((list) => list.isPartial);
  return (
    <Card aria-label={texts[card]} className="break-inside-avoid pb-2">
      <CardHead ruled>
        <CardTitle>{texts[card]}</CardTitle>
      </CardHead>
      {shown.map((list) => (
        <List
          key={list.name}
          {...{ list, clicks, words }}
          title={texts[listTitles[list.name] ?? card]}
          isHeaded={list.name in listTitles}
        />
      ))}
      {isPartial && <p className="px-(--space-pad) py-1.5 text-label text-tertiary">{texts.few}</p>}
      {shown.length === 0 && !isPartial && (
        <p className="px-(--space-pad) py-3 text-secondary">{texts.noClicks}</p>
      )}
      {(card === "countries" || card === "cities") && (
        <div className="px-(--space-pad) empty:hidden">
          <GeoCredit />
        </div>
      )}
    </Card>
  );
}

const isNamed = (list: ListName, { detail }: ShareList["rows"][number]) =>
  list !== "channel" || detail !== null;

function List({
  list: { name, rows },
  clicks,
  words,
  title,
  isHeaded,
}: {
  list: ShareList;
  clicks: number;
  words: ShareWords;
  title: string;
  isHeaded: boolean;
}) {
  const { texts, label, number, share } = words;
  // Clicks without a channel set no scale.
  const scale = Math.max(1, ...rows.flatMap((row) => (isNamed(name, row) ? [row.clicks] : [])));
  return (
    <div className="px-3 pt-1 max-sm:px-2">
      {isHeaded && <h3 className="px-2 pt-2 font-medium text-small">{title}</h3>}
      <div
        aria-hidden
        className={cn(columns, "py-1.5 text-label text-tertiary [&>span+span]:text-end")}
      >
        <span />
        <span>{texts.clicks}</span>
        <span>{texts.share}</span>
      </div>
      <ul aria-label={title}>
        {rows.map((row) => (
          <li key={`${row.label} ${row.detail}`} className={columns}>
            <BarLabel share={isNamed(name, row) ? row.clicks / scale : 0}>
              {name === "city" && row.detail && <CodeTag>{row.detail}</CodeTag>}
              <span className={cn("truncate", name === "link" && "mono shrink-0")}>
                {label(name, row.label, row.detail)}
              </span>
              {(name === "link" || (name === "channel" && row.detail !== row.label)) && (
                <span className="truncate text-secondary text-small">{row.detail}</span>
              )}
            </BarLabel>
            <span className="text-end font-medium tabular-nums">
              {number(row.clicks)}
              <span className="sr-only"> {texts.clicks}</span>
            </span>
            <span className="text-end text-secondary text-small tabular-nums">
              {share(row.clicks, clicks)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
