/** An accent color for each theme, with the color of text on it. All are `#rrggbb`. */
export interface Accent {
  light: string;
  onLight: string;
  dark: string;
  onDark: string;
}

type Rgb = readonly [number, number, number];

/** The backgrounds of the public pages. */
const pages = { light: "#fafaf9", dark: "#0f0e0d" };
/** WCAG 2.2, 1.4.3. */
const leastContrast = 4.5;
const steps = 50;

/**
 * The two accents of one color. No color is readable on both pages, so it becomes darker for the
 * light theme and lighter for the dark one until links in it are. Text on it is black or white,
 * whichever contrasts more: always at least 4.58.
 */
export function accentOf(color: string): Accent {
  const light = readable(color, pages.light, [0, 0, 0]);
  const dark = readable(color, pages.dark, [255, 255, 255]);
  return { light, onLight: textOn(light), dark, onDark: textOn(dark) };
}

function readable(color: string, page: string, towards: Rgb): string {
  for (let step = 0; step < steps; step++) {
    const mixed = mix(color, towards, step / steps);
    if (contrast(mixed, page) >= leastContrast) return mixed;
  }
  return mix(color, towards, 1);
}

function mix(color: string, towards: Rgb, share: number): string {
  const parts = rgbOf(color).map((part, index) =>
    Math.round(part + ((towards[index] ?? 0) - part) * share),
  );
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function textOn(color: string): string {
  return contrast(color, "#ffffff") >= contrast(color, "#000000") ? "#ffffff" : "#000000";
}

/** The contrast ratio of two colors, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
