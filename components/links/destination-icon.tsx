"use client";
import { useEffect, useRef, useState } from "react";
import { parseUrl } from "@/lib/core/hosts";

/** The icon of a destination's host, or the first letter of its name; both at 16 px. */
export function DestinationIcon({ url, icon }: { url: string; icon: string | undefined }) {
  const [missing, setMissing] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  // It may have failed before React heard of it.
  useEffect(() => {
    if (icon && image.current?.complete) image.current.decode().catch(() => setMissing(icon));
  }, [icon]);
  if (!icon || icon === missing)
    return (
      <span aria-hidden className={`${iconStyle} ${letterStyle}`}>
        {letterOf(url)}
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
      className={iconStyle}
      onError={() => setMissing(icon)}
    />
  );
}

const iconStyle = "size-4 shrink-0 rounded-[3px]";
const letterStyle =
  "grid place-items-center bg-sunken font-semibold text-[10px] text-secondary uppercase leading-none";

function letterOf(url: string): string {
  const parsed = parseUrl(url);
  const name = parsed?.hostname.replace(/^www\./, "") || parsed?.protocol || "";
  return [...name][0] ?? "";
}
