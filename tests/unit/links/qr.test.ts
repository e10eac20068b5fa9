import decodeQR from "qr/decode.js";
import { describe, expect, it } from "vitest";
import { qrMatrix, qrPath, qrSvg } from "@/lib/links/qr";

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
    const quiet = [...matrix.slice(0, 4), ...matrix.slice(-4), ...matrix.map((row) => [...row.slice(0, 4), ...row.slice(-4)])];
    expect(quiet.flat()).not.toContain(true);
  });

  it("a file is a standalone SVG, black on white", () => {
    const svg = qrSvg("https://go.example.com/contour");
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 (\d+) \1" .*<path fill="#fff"/);
    expect(svg).toContain(qrPath(qrMatrix("https://go.example.com/contour")));
  });
});
