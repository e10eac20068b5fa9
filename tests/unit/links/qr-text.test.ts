import { describe, expect, it } from "vitest";
import { qrText } from "@/lib/links/qr-text";
import { modulesOf, readTerminalQr } from "../../support/terminal";

describe("a QR code for terminals", () => {
  it.each([
    "https://go.example.com/contour",
    "http://localhost:3000/Kx7mQ2p",
    `https://go.example.com/${"a".repeat(64)}`,
  ])("decodes: %s", (text) => {
    expect(readTerminalQr(qrText(text))).toBe(text);
  });

  it("brings its own white, four modules wide, so that no theme can invert it", () => {
    const lines = qrText("https://go.example.com/contour").trimEnd().split("\n").map(modulesOf);
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    for (const line of [...lines.slice(0, 2), ...lines.slice(-2)]) expect(line).toMatch(/^ +$/);
    for (const line of lines) expect(line).toMatch(/^ {4}[ ▀▄█]+ {4}$/);
  });
});
