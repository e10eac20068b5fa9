export type GlyphName = "check" | "copy" | "ellipsis" | "megaphone" | "monitor" | "moon" | "pencil" | "qr" | "retry" | "search" | "sun" | "warning";

/**
 * An icon in a client component that loads with the page: drawn by the server in `GlyphSheet`, so that neither its lines
 * nor the library are scripts of every page. Decoration only: what it stands for is said beside it.
 */
export function Glyph({ name, className }: { name: GlyphName; className?: string | undefined }) {
  return (
    <svg aria-hidden className={className}>
      <use href={`#glyph-${name}`} />
    </svg>
  );
}
