import type { ShareFigures } from "@/lib/shares/share-figures";
import { Stat, StatStrip } from "../stats/stat-strip";
import { buttonStyle } from "../ui/button";
import { ShareCard } from "./share-card";
import { ShareChart } from "./share-chart";
import type { ShareWords } from "./share-words";

/** `file`: the address of the CSV file; null if it may not be had. */
export function ShareReport({
  name,
  note: title,
  figures,
  words,
  file,
}: {
  name: string;
  note: string | null;
  figures: ShareFigures;
  words: ShareWords;
  file: string | null;
}) {
  const { texts, number, range, day } = words;
  const { clicks, visitors, cards, keptSince, before } = figures;
  const note = (change: "clicks" | "visitors") => {
    const said = before && words.change(before[change]);
    return said && `${said} (${range(before)})`;
  };
  return (
    <div className="mt-5 flex flex-col gap-4">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="break-words font-semibold text-title tracking-head">{name}</h1>
          {title && <p className="break-words text-secondary">{title}</p>}
          <p className="text-secondary">
            {range(figures)}. {texts.utc}
          </p>
          {figures.waitingSince && <p className="text-secondary">{texts.waiting}</p>}
          {keptSince && (
            <p className="text-secondary">{texts.kept.replace("{day}", day(keptSince))}</p>
          )}
        </div>
        {file && (
          <p className="flex flex-wrap gap-2 print:hidden">
            {[
              [file, texts.file],
              [`${file}?excel`, texts.fileForExcel],
            ].map(([href, label]) => (
              <a key={href} href={href} download className={buttonStyle()}>
                {label}
              </a>
            ))}
          </p>
        )}
      </header>
      <StatStrip label={texts.clicks}>
        <Stat label={texts.clicks} value={number(clicks)} note={note("clicks")} />
        <Stat label={texts.visitors} value={number(visitors)} note={note("visitors")} />
      </StatStrip>
      <ShareChart {...{ figures, words }} />
      {cards.length > 0 && (
        <div className="-mb-4 gap-4 min-[900px]:columns-2 print:columns-2 [&>*]:mb-4">
          {cards.map((card) => (
            <ShareCard key={card.card} {...{ card, clicks, words }} />
          ))}
        </div>
      )}
    </div>
  );
}
