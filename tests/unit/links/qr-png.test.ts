import decodeQR from "qr/decode.js";
import { describe, expect, it } from "vitest";
import { plainQr, qrMatrix } from "@/lib/links/qr";
import { qrPng } from "@/lib/links/qr-png";
import { designOf, fittingMatrix, qrQuerySchema } from "@/lib/links/qr-query";
import { readPng } from "../../support/pictures";
import { refusalOf } from "../support/refusal";

const text = "https://go.example.com/contour?utm_source=poster";
const matrix = qrMatrix(text);

describe("qrPng", () => {
  it.each([matrix.length * 2, matrix.length * 8, 301, 1_000])(
    "decodes at %i pixels, with sharp modules and an even margin",
    (size) => {
      const { width, height, data } = readPng(
        qrPng(matrix, size, { ink: "#003366", paper: "#ffffff" }),
      );
      expect([width, height]).toEqual([size, size]);
      expect(decodeQR({ width, height, data })).toBe(text);
      const scale = Math.floor(size / matrix.length);
      const start = Math.floor((size - scale * matrix.length) / 2);
      const colours = new Set<string>();
      for (let pixel = 0; pixel < size * size; pixel += 7) {
        const [x, y] = [
          Math.floor(((pixel % size) - start) / scale),
          Math.floor((Math.floor(pixel / size) - start) / scale),
        ];
        const colour = Buffer.from(data.subarray(pixel * 4, pixel * 4 + 3)).toString("hex");
        colours.add(colour);
        if ((colour === "003366") !== (matrix[y]?.[x] ?? false))
          throw new Error(`pixel ${pixel} is ${colour}`);
      }
      expect([...colours].sort()).toEqual(["003366", "ffffff"]);
    },
  );
});

describe("the query of a QR code", () => {
  it("is the plain design without parameters", () => {
    expect(designOf(qrQuerySchema.parse({}))).toEqual(plainQr);
  });

  it.each([
    ["#036", "#003366"],
    ["A0b", "#aa00bb"],
    ["1a2B3c", "#1a2b3c"],
    ["#000000", "#000000"],
  ])("takes the color %s", (color, ink) => {
    expect(designOf(qrQuerySchema.parse({ color })).ink).toBe(ink);
  });

  it.each(["red", "", "#", "12345", "#1234567", "gggggg", "##123"])(
    "refuses the color %j",
    (color) => {
      expect(qrQuerySchema.safeParse({ color }).success).toBe(false);
    },
  );

  it("refuses colors without contrast to the background, and says why", async () => {
    for (const color of ["ffffff", "ffff00", "9a9a9a"]) {
      const { problems, message } = await refusalOf(async () =>
        designOf(qrQuerySchema.parse({ color })),
      );
      expect([problems[0]?.path, message]).toEqual([
        "color",
        expect.stringMatching(/contrast|not darker/),
      ]);
    }
  });

  it.each([
    ["L", "low"],
    ["medium", "medium"],
    ["q", "quartile"],
    ["HIGH", "high"],
  ])("takes the level %s", (level, expected) => {
    expect(qrQuerySchema.parse({ level }).level).toBe(expected);
  });

  it.each(["", "x", "constructor", "__proto__"])("refuses the level %j", (level) => {
    expect(qrQuerySchema.safeParse({ level }).success).toBe(false);
  });

  it("refuses text that does not fit, and a size smaller than the code", async () => {
    const long = "x".repeat(1_274);
    expect(
      (await refusalOf(async () => fittingMatrix(long, { ...plainQr, level: "high" }))).problems[0]
        ?.path,
    ).toBe("level");
    expect(fittingMatrix(long, { ...plainQr, level: "low" }).length).toBeGreaterThan(0);
    expect(
      (await refusalOf(async () => fittingMatrix(text, plainQr, matrix.length - 1))).problems[0]
        ?.path,
    ).toBe("size");
    expect(fittingMatrix(text, plainQr, matrix.length)).toEqual(matrix);
  });
});
