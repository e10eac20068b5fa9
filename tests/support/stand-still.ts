/** Lets nothing of this thread run, as a machine does that has no time for it. */
export function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
