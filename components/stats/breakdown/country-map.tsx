import { formatNumber } from "@/lib/core/format";
import type { BreakdownRow } from "./breakdown-rows";

/** A country with the fewest clicks still stands out from the land around it. */
const faintest = 0.25;

/**
 * Clicks by country on a map of the world: the more, the darker. The list beside it says the same
 * in words. The map file has no shape for the smallest countries, so those are in the list only.
 */
export function CountryMap({ rows, locale }: { rows: BreakdownRow[]; locale: string }) {
  const countries = rows.filter(({ code }) => code);
  const most = countries[0]?.count ?? 1;
  return (
    <svg
      viewBox="0 0 720 334"
      aria-hidden
      className="mx-auto mt-3 block max-h-48 w-full px-(--space-pad)"
      strokeWidth={0.6}
    >
      <use href="/world.svg#land" className="fill-chosen stroke-hairline-strong" />
      {countries.map(({ code, name, count }) => (
        <g key={code} className="stroke-surface">
          <title>{`${name}: ${formatNumber(count, locale)}`}</title>
          <use href={`/world.svg#${code}`} className="fill-surface" />
          <use
            href={`/world.svg#${code}`}
            className="fill-accent"
            fillOpacity={faintest + (1 - faintest) * Math.sqrt(count / most)}
          />
        </g>
      ))}
    </svg>
  );
}
