"use client";
import { useEffect, useRef, useState } from "react";

/** The icon of a destination's host, or `letter` of its name; both at 16 px. */
export function DestinationIcon({ letter, icon }: { letter: string; icon: string | undefined }) {
  const [missing, setMissing] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  // It may have failed before React heard of it.
  useEffect(() => {
    if (icon && image.current?.complete) image.current.decode().catch(() => setMissing(icon));
  }, [icon]);
  if (!icon || icon === missing)
    return (
      <span aria-hidden className="letter-icon">
        {letter}
      </span>
    );
  return (
    <img
      ref={image}
      src={icon}
      alt=""
      width={16}
      height={16}
      loading="lazy"
      className="size-4 shrink-0 rounded-[3px]"
      onError={() => setMissing(icon)}
    />
  );
}
