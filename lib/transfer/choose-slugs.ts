/** Slugs that somebody chose in place of those in a file, by row. */
export type ChosenSlugs = Readonly<Record<number, string>>;

/** As many as an address has room for. */
export const mostChosenSlugs = 100;

/** With these, too, as far as there is room: what was chosen before stays. */
export function chooseSlugs(
  before: ChosenSlugs,
  chosen: readonly (readonly [row: number, slug: string])[],
): ChosenSlugs {
  const slugs: Record<number, string> = { ...before };
  let room = mostChosenSlugs - Object.keys(before).length;
  for (const [row, slug] of chosen) {
    if (!(row in slugs) && room-- <= 0) break;
    slugs[row] = slug;
  }
  return slugs;
}
