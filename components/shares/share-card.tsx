import type { ListName, ShareFigures, ShareList } from "@/lib/shares/share-figures";
import { GeoCredit } from "../stats/breakdown/geo-credit";
import { BarLabel } from "../ui/bar";
import { Card, CardHead, CardTitle } from "../ui/card";
import { cn } from "../ui/cn";
import { cells, ListHeads } from "../ui/list";
import { CodeTag } from "../ui/tag";
import type { ShareWords } from "./share-words";

/** The heading of a list that is not named as its card. */
const listTitles: { [Name in ListName]?: "browsers" | "systems" } = {
  browser: "browsers",
  os: "systems",
};

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
      <div className="list-grid">
        <ListHeads className="px-2" clicks={texts.clicks} share={texts.share} />
        <ul aria-label={title} className="list-row">
          {rows.map((row) => {
            const note =
              name === "link" || (name === "channel" && row.detail !== row.label)
                ? row.detail
                : null;
            return (
              <li key={`${row.label} ${row.detail}`} className="list-row px-2">
                <span className={cells.name}>
                  <BarLabel share={isNamed(name, row) ? row.clicks / scale : 0}>
                    {name === "city" && row.detail && <CodeTag>{row.detail}</CodeTag>}
                    <span
                      className={cn(
                        "truncate",
                        name === "link" && "mono",
                        !isNamed(name, row) && "text-secondary",
                      )}
                    >
                      {label(name, row.label, row.detail)}
                    </span>
                  </BarLabel>
                  {note && (
                    <span className="block truncate pb-1 text-label text-secondary">{note}</span>
                  )}
                </span>
                <span className={cells.clicks}>
                  {number(row.clicks)}
                  <span className="sr-only"> {texts.clicks}</span>
                </span>
                <span className={cells.share}>{share(row.clicks, clicks)}</span>
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
