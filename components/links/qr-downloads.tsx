"use client";

import { Download } from "lucide-react";
import { qrMatrix, qrSvg } from "@/lib/links/qr";
import { Button, type ButtonVariants } from "../ui/button";
import { saveFile } from "../ui/save-file";

/** Pixels across a PNG: 10 cm in print at 300 dpi. */
const pngSize = 1_200;

/** Downloads the QR code of `text`, generated in the browser. */
export function QrDownloads({ text, name, size }: { text: string /** File name without extension. */; name: string; size?: ButtonVariants["size"] }) {
  return (
    <span className="flex gap-2">
      <Button size={size} onClick={() => saveFile(new Blob([qrSvg(text)], { type: "image/svg+xml" }), `${name}.svg`)}>
        <Download aria-hidden className="size-4" />
        SVG
      </Button>
      <Button size={size} onClick={() => void qrPng(text).then((png) => saveFile(png, `${name}.png`))}>
        <Download aria-hidden className="size-4" />
        PNG
      </Button>
    </span>
  );
}

async function qrPng(text: string): Promise<Blob> {
  const matrix = qrMatrix(text);
  const scale = Math.ceil(pngSize / matrix.length);
  const canvas = new OffscreenCanvas(matrix.length * scale, matrix.length * scale);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("PNG export failed. Download the SVG instead.");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  matrix.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) context.fillRect(x * scale, y * scale, scale, scale);
    });
  });
  return canvas.convertToBlob({ type: "image/png" });
}
