export type IconName =
  | "check"
  | "copy"
  | "ellipsis"
  | "import"
  | "megaphone"
  | "pause"
  | "pencil"
  | "plus"
  | "qr"
  | "search";

/**
 * An icon for client components in the initial bundle. It refers to the server-rendered
 * `IconSprite`, so that neither its paths nor the icon library are part of the bundle. Decorative:
 * needs a text label beside it.
 */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg aria-hidden className={className}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}
