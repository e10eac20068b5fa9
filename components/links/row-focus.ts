/**
 * The link in the row below these, or above them if they are the last; the page itself if no row is
 * left, null if this is no list.
 */
export function rowLinkAfter(slugs: readonly string[]): HTMLElement | null {
  const rows = [...document.querySelectorAll<HTMLElement>("li[data-slug]")];
  const isGone = (row: HTMLElement) => slugs.includes(row.dataset.slug ?? "");
  const last = rows.findLastIndex(isGone);
  if (last < 0) return null;
  const next = [...rows.slice(last), ...rows.slice(0, last).reverse()].find((row) => !isGone(row));
  return next?.querySelector<HTMLElement>("[data-row-link]") ?? document.getElementById("main");
}

/** The slug of a link that gets the focus once the list shows it. */
let awaited: string | undefined;

export function focusRow(slug: string): void {
  awaited = slug;
}

/**
 * Moves the focus to the awaited link if it is one of these, unless the viewer has gone on
 * meanwhile.
 */
export function focusAwaitedRow(slugs: readonly string[]): void {
  if (!awaited || !slugs.includes(awaited)) return;
  if (!document.activeElement?.closest("input, [data-modal]"))
    document.querySelector<HTMLElement>(`[data-slug="${awaited}"] [data-row-link]`)?.focus();
  awaited = undefined;
}

/** The link in whose row an element is. */
export function slugAt(target: EventTarget | null): string | undefined {
  return target instanceof Element
    ? target.closest<HTMLElement>("li[data-slug]")?.dataset.slug
    : undefined;
}
