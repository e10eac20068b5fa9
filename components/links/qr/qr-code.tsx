"use client";

import { useMemo } from "react";
import { useTexts } from "#texts";
import { qrMatrixIfFits, qrPath } from "@/lib/links/qr";
import { cn } from "../../ui/cn";

/**
 * About `size` px wide, with whole pixels per module for scanners. Dark on light in both themes,
 * because many phones cannot read inverted codes.
 */
export function QrCode({
  text,
  label,
  size,
  className,
}: {
  text: string;
  label?: string;
  size: number;
  className?: string;
}) {
  const t = useTexts("common");
  const matrix = useMemo(() => qrMatrixIfFits(text), [text]);
  if (matrix === null) {
    return (
      <span
        style={{ width: size, height: size }}
        className="grid shrink-0 place-items-center rounded-chip border border-control border-dashed p-2 text-center text-label text-secondary"
      >
        {t("qrTooLong")}
      </span>
    );
  }
  const side = matrix.length * Math.max(1, Math.round(size / matrix.length));
  return (
    <svg
      role="img"
      aria-label={label ?? t("qrCode", { address: text.replace(/^https?:\/\//, "") })}
      viewBox={`0 0 ${matrix.length} ${matrix.length}`}
      width={side}
      height={side}
      shapeRendering="crispEdges"
      className={cn(
        "block shrink-0 rounded-chip bg-qr-paper fill-qr-ink ring-1 ring-hairline",
        className,
      )}
    >
      <path d={qrPath(matrix)} />
    </svg>
  );
}

export default QrCode;
