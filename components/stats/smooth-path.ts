export interface Point {
  x: number;
  y: number;
}

/**
 * An SVG path through points of ascending x that never swings past them (monotone cubic interpolation, Fritsch and
 * Carlson 1980), so that a curve of counts neither dips below zero nor shows a peak that was not there.
 */
export function smoothPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  const slopes = tangents(points);
  let from = first;
  return rest.reduce(
    (path, to, index) => {
      const third = (to.x - from.x) / 3;
      const [out, into] = [slopes[index] ?? 0, slopes[index + 1] ?? 0];
      const curve = `C${round(from.x + third)} ${round(from.y + out * third)} ${round(to.x - third)} ${round(to.y - into * third)} ${round(to.x)} ${round(to.y)}`;
      from = to;
      return path + curve;
    },
    `M${round(first.x)} ${round(first.y)}`,
  );
}

function tangents(points: readonly Point[]): number[] {
  const secants = points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    return (to.y - from.y) / (to.x - from.x || 1);
  });
  return points.map((_, index) => {
    const before = secants[index - 1];
    const after = secants[index];
    if (before === undefined || after === undefined) return after ?? before ?? 0;
    if (before * after <= 0) return 0;
    const mean = (before + after) / 2;
    return Math.sign(mean) * Math.min(Math.abs(mean), 3 * Math.abs(before), 3 * Math.abs(after));
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
