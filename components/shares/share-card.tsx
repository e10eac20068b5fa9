import type { ShareFigures, ShareList } from "@/lib/shares/share-figures";
import { GeoCredit } from "../stats/breakdown/geo-credit";
import { BarLabel } from "../ui/bar";
import { Card, CardHead, CardTitle } from "../ui/card";
import { cn } from "../ui/cn";
import { CodeTag } from "../ui/tag";
import type { ShareWords } from "./share-words";

/** The heading of each list after the first one of its card. */
const listTitles = { browser: "browsers", os: "systems" } as const;

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
  return (
    <Card aria-label={texts[card]} className="break-inside-avoid pb-2">
      <CardHead ruled>
        <CardTitle>{texts[card]}</CardTitle>
      </CardHead>
      {lists.map((list, index) => (
        <List
          key={list.name}
          {...{ list, clicks, words }}
          title={index === 0 ? texts[card] : texts[titleOf(list)]}
          isHeaded={index > 0}
        />
      ))}
      {lists.some(({ isPartial }) => isPartial) && (
        <p className="px-(--space-pad) py-1.5 text-label text-tertiary">{texts.few}</p>
      )}
      {(card === "countries" || card === "cities") && (
        <div className="px-(--space-pad) empty:hidden">
          <GeoCredit />
        </div>
      )}
    </Card>
  );
}

function titleOf({ name }: ShareList) {
  return name === "browser" || name === "os" ? listTitles[name] : "other";
}

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
  if (rows.length === 0)
    return <p className="px-(--space-pad) py-3 text-secondary">{texts.noClicks}</p>;
  const most = rows[0]?.clicks ?? 1;
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
            <BarLabel share={row.clicks / most}>
              {name === "city" && row.detail && <CodeTag>{row.detail}</CodeTag>}
              <span className={cn("truncate", name === "link" && "mono shrink-0")}>
                {name === "link" ? `/${row.label}` : label(name, row.label)}
              </span>
              {name === "link" && (
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
