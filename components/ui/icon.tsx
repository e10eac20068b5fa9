export type IconName = "check" | "copy" | "ellipsis" | "megaphone" | "monitor" | "moon" | "pencil" | "qr" | "retry" | "search" | "sun" | "warning";

/**
 * An icon in a client component that loads with the page: drawn by the server in `IconSprite`, so that neither its lines
 * nor the library are scripts of every page. Decoration only: what it stands for is said beside it.
 */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg aria-hidden className={className}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}
