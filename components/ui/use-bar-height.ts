import { type RefObject, useEffect } from "react";

const gapPx = 12;

/**
 * Keeps the height of a bar at the foot of the page in `--bulk-bar`, for what must not lie behind
 * it, and as the height of `space`. A hidden bar has none.
 */
export function useBarHeight(
  bar: RefObject<HTMLElement | null>,
  space?: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (!bar.current) return;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(([entry]) => {
      const size = entry?.borderBoxSize[0]?.blockSize ?? 0;
      const height = size === 0 ? "0px" : `${size + gapPx}px`;
      root.setProperty("--bulk-bar", height);
      if (space?.current) space.current.style.height = height;
    });
    observer.observe(bar.current);
    return () => {
      observer.disconnect();
      root.removeProperty("--bulk-bar");
    };
  }, [bar, space]);
}
