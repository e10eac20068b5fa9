import type { CampaignFilter } from "../query/campaigns-query";
import type { CampaignCell } from "./campaigns";

/** `counts` has an entry for each column, 0 if nobody clicked. */
export interface MatrixRow {
  slug: string;
  title: string | null;
  counts: number[];
  total: number;
}

export interface MatrixGroup {
  campaign: string;
  counts: number[];
  total: number;
  rows: MatrixRow[];
}

export interface CampaignMatrix {
  /** Tags, most clicked first, with `None` last. Null stands for all tags without a column. */
  columns: (string | null)[];
  /** Most clicked first, with clicks without a campaign last. */
  groups: MatrixGroup[];
  counts: number[];
  total: number;
  most: number;
}

const none = "None";

/**
 * What a page shows of a matrix: rows, and characters of their names, of which each is in several
 * addresses of the page.
 */
const [mostRows, mostCharacters] = [60, 4_000];

/** How many links of a campaign are shown beside other campaigns. */
const fewRows = 8;

/**
 * The first campaigns with the first of their links, as many as a page can show. `chosen`: the only
 * campaign that is shown, with as many links as fit.
 */
export function firstGroups(
  groups: readonly MatrixGroup[],
  chosen: string | null,
): { group: MatrixGroup; rows: MatrixRow[] }[] {
  let [rowsLeft, charactersLeft] = [mostRows, mostCharacters];
  const shown: { group: MatrixGroup; rows: MatrixRow[] }[] = [];
  for (const group of groups) {
    const perRow = group.campaign.length + 20;
    const fits = Math.min(rowsLeft, Math.floor(charactersLeft / perRow));
    // The first is always shown.
    if (fits < 1 && shown.length > 0) break;
    const rows = group.rows.slice(
      0,
      Math.max(1, Math.min(fits, group.campaign === chosen ? mostRows : fewRows)),
    );
    shown.push({ group, rows });
    rowsLeft -= rows.length + 1;
    charactersLeft -= (rows.length + 1) * perRow;
  }
  return shown;
}

export function matchingCells(
  cells: readonly CampaignCell[],
  { campaign, tag, slug }: CampaignFilter,
): CampaignCell[] {
  return cells.filter(
    (cell) =>
      (campaign === null || cell.campaign === campaign) &&
      (tag === null || cell.tag === tag) &&
      (slug === null || cell.slug === slug),
  );
}

/**
 * Turns cells into a table: campaigns and their links as rows, at most `mostColumns` tags as
 * columns.
 */
export function campaignMatrix(
  cells: readonly CampaignCell[],
  mostColumns: number,
): CampaignMatrix {
  const tags = ranked(cells, ({ tag }) => tag);
  const shown = tags.length > mostColumns ? tags.slice(0, mostColumns - 1) : tags;
  const columns = shown.length < tags.length ? [...shown, null] : shown;
  const places = new Map(shown.map((tag, place) => [tag, place]));
  const countsOf = (part: readonly CampaignCell[]) => {
    const counts = columns.map(() => 0);
    for (const { tag, count } of part) {
      const place = places.get(tag) ?? columns.length - 1;
      counts[place] = (counts[place] ?? 0) + count;
    }
    return counts;
  };
  const groups = ranked(cells, ({ campaign }) => campaign).map((campaign): MatrixGroup => {
    const own = cells.filter((cell) => cell.campaign === campaign);
    const rows = ranked(own, ({ slug }) => slug).map((slug): MatrixRow => {
      const ofLink = own.filter((cell) => cell.slug === slug);
      return {
        slug,
        title: ofLink[0]?.title ?? null,
        counts: countsOf(ofLink),
        total: sum(ofLink),
      };
    });
    return { campaign, counts: countsOf(own), total: sum(own), rows };
  });
  return {
    columns,
    groups,
    counts: countsOf(cells),
    total: sum(cells),
    most: Math.max(0, ...groups.flatMap(({ rows }) => rows.flatMap(({ counts }) => counts))),
  };
}

/** Each key once, by clicks. Missing tags come last. */
export function ranked(
  cells: readonly CampaignCell[],
  keyOf: (cell: CampaignCell) => string,
): string[] {
  const totals = new Map<string, number>();
  for (const cell of cells) totals.set(keyOf(cell), (totals.get(keyOf(cell)) ?? 0) + cell.count);
  const isNone = (key: string) => Number(key === none);
  return [...totals]
    .sort(
      ([a, countA], [b, countB]) => isNone(a) - isNone(b) || countB - countA || (a < b ? -1 : 1),
    )
    .map(([key]) => key);
}

function sum(cells: readonly CampaignCell[]): number {
  return cells.reduce((total, { count }) => total + count, 0);
}
