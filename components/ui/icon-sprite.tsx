import type { IconName } from "./icon";
import {
  Check,
  CirclePause,
  Copy,
  Ellipsis,
  FileUp,
  Megaphone,
  Pencil,
  Plus,
  QrCode,
  Search,
} from "./icons";

const icons: Record<IconName, typeof Check> = {
  check: Check,
  copy: Copy,
  ellipsis: Ellipsis,
  import: FileUp,
  megaphone: Megaphone,
  pause: CirclePause,
  pencil: Pencil,
  plus: Plus,
  qr: QrCode,
  search: Search,
};

/** The SVG symbols that `Icon` refers to. Rendered once per page. */
export function IconSprite() {
  return (
    <svg aria-hidden className="absolute size-0">
      <defs>
        {Object.entries(icons).map(([name, Icon]) => (
          <Icon key={name} id={`icon-${name}`} className="size-full" />
        ))}
      </defs>
    </svg>
  );
}
