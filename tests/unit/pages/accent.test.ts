import fc from "fast-check";
import { expect, it } from "vitest";
import { accentOf, contrast } from "@/lib/pages/accent";

const readable = 4.5;
const page = { light: "#fafaf9", dark: "#0f0e0d" };
const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

it("contrast is that of WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

it("links and text on the accent are readable in both themes, whatever the color", () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const { light, onLight, dark, onDark } = accentOf(color);
      for (const pair of [
        [light, page.light],
        [dark, page.dark],
        [onLight, light],
        [onDark, dark],
      ] as const) {
        expect(contrast(...pair), `${color}: ${pair}`).toBeGreaterThanOrEqual(readable);
      }
    }),
    { examples: [["#ffffff"], ["#000000"], ["#808080"], ["#ffff00"], ["#0000ff"]] },
  );
});

it("a readable color stays as it is", () => {
  expect(accentOf("#0f766e").light).toBe("#0f766e");
  expect(accentOf("#2dd4bf").dark).toBe("#2dd4bf");
});

it("control: one color is not readable on both pages", () => {
  const both = (color: string) =>
    contrast(color, page.light) >= readable && contrast(color, page.dark) >= readable;
  expect(["#0f766e", "#2dd4bf", "#808080", "#ff0000"].some(both)).toBe(false);
});
