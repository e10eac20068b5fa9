/** Ids as `7,12-40`: those of links that were created together are next to each other. */
export function toRanges(ids: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    const open = ranges.at(-1);
    if (open && id <= open[1] + 1) open[1] = id;
    else ranges.push([id, id]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(",");
}

/** At most `most` of the ids. What is no id or range is left out. */
export function fromRanges(text: string, most: number): number[] {
  const ids = new Set<number>();
  for (const [, from, to = from] of text.matchAll(/(?<![^,])(\d{1,10})(?:-(\d{1,10}))?(?![^,])/g)) {
    for (let id = Number(from); id <= Math.min(Number(to), largest) && ids.size < most; id++)
      ids.add(id);
  }
  return [...ids];
}

/** Of a column of type integer. */
const largest = 2_147_483_647;
