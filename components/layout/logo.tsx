/** The logo's two shapes: a slash and a bar, in a 16-unit square. */
const slash = "M8 24h4l6-16h-4z";
const line = "M16 20h8v4h-8z";

export function Logo() {
  return (
    <svg viewBox="8 8 16 16" width="32" height="32" aria-hidden="true" className="fill-text">
      <path d={slash} />
      <path d={line} className="fill-accent" />
    </svg>
  );
}

/** The logo on a tile, as shown beside the name. */
export function LogoTile({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path d={slash + line} className="fill-on-accent" />
    </svg>
  );
}

/** The logo as a large background tint; `small` for pages with a centred column. */
export function Watermark({ small = false }: { small?: boolean }) {
  return (
    <svg
      viewBox="8 8 16 16"
      aria-hidden="true"
      className={`absolute end-[max(24px,calc(50vw-600px))] bottom-[57px] hidden fill-watermark ${small ? "w-[min(33vw,420px)] md:block" : "w-[min(44vw,560px)] sm:block"}`}
    >
      <path d={slash + line} />
    </svg>
  );
}

/** The pale logo above the text of an empty state. */
export function PaleLogo() {
  return (
    <svg
      viewBox="8 8 16 16"
      width="36"
      height="36"
      aria-hidden="true"
      className="fill-hairline-strong"
    >
      <path d={slash} />
      <path d={line} className="fill-accent" />
    </svg>
  );
}
