import type { ShareFigures } from "@/lib/shares/share-figures";
import { Card, CardHead, CardTitle } from "../ui/card";
import { Sparkline } from "../ui/sparkline";
import { Table, Td, Th } from "../ui/table";
import type { ShareWords } from "./share-words";

/** Clicks over time as a picture that needs no script, and as a table. */
export function ShareChart({ figures, words }: { figures: ShareFigures; words: ShareWords }) {
  const { points, interval, isOpen } = figures;
  const { texts, number, point } = words;
  const counts = points.map(({ clicks }) => clicks);
  const most = Math.max(0, ...counts);
  const middle = points[Math.floor((points.length - 1) / 2)];
  const ends = [...new Set([points[0], middle, points.at(-1)])];
  return (
    <Card aria-label={texts[interval]} className="break-inside-avoid">
      <CardHead>
        <CardTitle>{texts[interval]}</CardTitle>
      </CardHead>
      {most === 0 ? (
        <p className="px-(--space-pad) pt-1 pb-5 text-secondary">{texts.noClicks}</p>
      ) : (
        <>
          <div dir="ltr" className="relative mx-(--space-pad) border-chart-grid border-t border-b">
            <span className="absolute start-0 top-1 text-label text-tertiary tabular-nums">
              {number(most)}
            </span>
            <Sparkline
              // A line needs two points.
              counts={counts.length === 1 ? [...counts, ...counts] : counts}
              label={`${texts[interval]}: ${number(figures.clicks)}`}
              today={isOpen && counts.length > 1}
              width={1000}
              height={180}
              isStretched
              className="h-[180px] w-full overflow-hidden max-sm:h-[150px]"
            />
          </div>
          <div
            aria-hidden
            dir="ltr"
            className="flex justify-between px-(--space-pad) pt-1.5 pb-3 text-label text-tertiary"
          >
            {ends.map(
              (end) => end && <span key={end.start}>{point(end.start, interval, true)}</span>,
            )}
          </div>
        </>
      )}
      {most > 0 && (
        <details className="border-hairline border-t print:hidden">
          <summary className="cursor-pointer px-(--space-pad) py-2.5 text-secondary text-small">
            {texts.asTable}
          </summary>
          <div className="max-h-[420px] overflow-y-auto">
            <Table label={texts[interval]}>
              <thead>
                <tr>
                  <Th>{texts.time}</Th>
                  <Th numeric>{texts.clicks}</Th>
                  <Th numeric>{texts.visitors}</Th>
                </tr>
              </thead>
              <tbody>
                {points.toReversed().map(({ start, clicks, visitors }, index) => (
                  <tr key={start}>
                    <Td lead>
                      {point(start, interval)}
                      {isOpen && index === 0 && `, ${texts.soFar}`}
                    </Td>
                    <Td numeric lead>
                      {number(clicks)}
                    </Td>
                    <Td numeric>{number(visitors)}</Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </div>
        </details>
      )}
    </Card>
  );
}
