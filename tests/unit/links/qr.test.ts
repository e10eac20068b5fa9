import decodeQR from "qr/decode.js";
import { describe, expect, it } from "vitest";
import {
  colourFault,
  logoPlace,
  plainQr,
  type QrLevel,
  qrLevels,
  qrMatrix,
  qrPath,
  qrSvg,
} from "@/lib/links/qr";

/** Paints the path's rectangles on a bitmap of 4 pixels a module, as a renderer would. */
function paint(path: string, size: number): { data: Uint8Array; width: number; height: number } {
  const scale = 4;
  const width = size * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column++)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return { data, width, height: width };
}

describe("QR codes", () => {
  it.each([
    "https://go.example.com/contour",
    "http://localhost:3000/Kx7mQ2p",
    `https://go.example.com/${"a".repeat(64)}?utm_source=${"newsletter-".repeat(10)}&utm_medium=print`,
  ])("the code of %s decodes to the same text", (text) => {
    const matrix = qrMatrix(text);
    expect(decodeQR(paint(qrPath(matrix), matrix.length))).toBe(text);
  });

  it("has a quiet zone of four modules on every side", () => {
    const matrix = qrMatrix("https://go.example.com/contour");
    const quiet = [
      ...matrix.slice(0, 4),
      ...matrix.slice(-4),
      ...matrix.map((row) => [...row.slice(0, 4), ...row.slice(-4)]),
    ];
    expect(quiet.flat()).not.toContain(true);
  });

  it("a file is a standalone SVG, black on white", () => {
    const svg = qrSvg("https://go.example.com/contour");
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 (\d+) \1" .*<path fill="#fff"/,
    );
    expect(svg).toContain(qrPath(qrMatrix("https://go.example.com/contour")));
  });

  it.each(Object.keys(qrLevels) as QrLevel[])(
    "decodes with error correction %s and a margin of 8",
    (level) => {
      const matrix = qrMatrix("https://go.example.com/contour", {
        ...plainQr,
        level,
        quietZone: 8,
      });
      expect(decodeQR(paint(qrPath(matrix), matrix.length))).toBe("https://go.example.com/contour");
    },
  );

  it("without a design has the bytes of all versions so far", () => {
    const matrix = qrMatrix("https://go.example.com/contour");
    const size = matrix.length;
    const expected = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${qrPath(matrix)}"/></svg>`;
    expect(qrSvg("https://go.example.com/contour")).toBe(expected);
  });

  it("has the colours and the logo of its design", () => {
    const svg = qrSvg("https://go.example.com/contour", {
      ...plainQr,
      ink: "#0f766e",
      paper: "#fafaf9",
      level: "high",
      logo: "data:image/png;base64,AA",
    });
    expect([...svg.matchAll(/fill="([^"]+)"/g)].map(([, colour]) => colour)).toEqual([
      "#fafaf9",
      "#0f766e",
      "#fafaf9",
    ]);
    expect(svg).toContain('<image href="data:image/png;base64,AA"');
  });

  const texts = [
    "https://go.example.com/contour",
    `https://go.example.com/${"a".repeat(64)}?utm_source=${"newsletter-".repeat(10)}`,
  ];

  it.each([2, 4, 8])(
    "a logo lies on whole modules in the middle, with a margin of %s",
    (quietZone) => {
      for (const text of texts) {
        const design = { ...plainQr, level: "high" as const, quietZone };
        const size = qrMatrix(text, design).length;
        const { start, side } = logoPlace(size, design);
        expect([Number.isInteger(start), 2 * start + side]).toEqual([true, size]);
        expect(side ** 2 / (size - 2 * quietZone) ** 2).toBeGreaterThan(0.04);
      }
    },
  );

  it.each([
    ["quartile", true],
    ["high", true],
    ["low", false],
  ] as const)("a logo over a code with error correction %s decodes: %s", (level, expected) => {
    for (const text of Array.from(
      { length: 20 },
      (_, index) => `https://go.example.com/${"abcdefgh".repeat(5)}${index}`,
    )) {
      for (const isDark of [true, false]) {
        const matrix = qrMatrix(text, { ...plainQr, level });
        const { start, side } = logoPlace(matrix.length, plainQr);
        for (const row of matrix.slice(start, start + side)) row.fill(isDark, start, start + side);
        const read = () => decodeQR(paint(qrPath(matrix), matrix.length));
        if (expected) expect(read()).toBe(text);
        else expect(read).toThrow();
      }
    }
  });
});

describe("the colours of a code", () => {
  it.each([
    ["#000000", "#ffffff", null],
    ["#0f766e", "#ffffff", null],
    ["#949494", "#ffffff", null],
    ["#969696", "#ffffff", "2.9"],
    ["#ffd400", "#ffffff", "1.4"],
    ["#ffffff", "#000000", "inverted"],
    ["#123456", "#123456", "inverted"],
  ])("%s on %s", (ink, paper, problem) => {
    expect(colourFault({ ...plainQr, ink, paper })).toBe(problem);
  });
});
