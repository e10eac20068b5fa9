"use client";

import { useCallback, useState } from "react";
import { useTexts } from "#texts";
import { firstCharacter } from "@/lib/core/clean-text";
import { cn } from "../../ui/cn";

/**
 * The image of a link preview in a frame that keeps its size, whole and undistorted. Until it is
 * loaded, the frame shows the initial of the page it comes from; if it cannot be, there is none.
 */
export function PreviewImage({
  src,
  name,
  crop = false,
  className,
}: {
  src: string;
  name: string;
  crop?: boolean;
  className?: string;
}) {
  const t = useTexts("common");
  const [outcome, setOutcome] = useState<{ src: string; loaded: boolean }>();
  const loaded = outcome?.src === src && outcome.loaded;
  const isLost = outcome?.src === src && !outcome.loaded;
  // On a page from the server the image may have finished before React listens.
  const seen = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete)
      setOutcome({ src: image.getAttribute("src") ?? "", loaded: image.naturalWidth > 0 });
  }, []);
  if (isLost) return <p className="mt-1 text-label text-secondary">{t("imageLost")}</p>;
  return (
    <div
      className={cn(
        "relative grid aspect-[1.91] w-full place-items-center overflow-hidden bg-chosen",
        className,
      )}
    >
      {!loaded && (
        <span aria-hidden className="select-none font-semibold text-figure text-tertiary uppercase">
          {firstCharacter(name)}
        </span>
      )}
      <img
        key={src}
        ref={seen}
        src={src}
        alt=""
        decoding="async"
        onLoad={() => setOutcome({ src, loaded: true })}
        onError={() => setOutcome({ src, loaded: false })}
        className={cn(
          "absolute inset-0 size-full",
          crop ? "object-cover" : "object-contain",
          !loaded && "opacity-0",
        )}
      />
    </div>
  );
}
