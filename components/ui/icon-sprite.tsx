import { Check, CirclePause, Copy, Ellipsis, Megaphone, Monitor, Moon, Pencil, QrCode, RotateCw, Search, Sun, TriangleAlert } from "lucide-react";
import type { IconName } from "./icon";

const icons: Record<IconName, typeof Check> = {
  check: Check,
  copy: Copy,
  ellipsis: Ellipsis,
  megaphone: Megaphone,
  monitor: Monitor,
  moon: Moon,
  pause: CirclePause,
  pencil: Pencil,
  qr: QrCode,
  retry: RotateCw,
  search: Search,
  sun: Sun,
  warning: TriangleAlert,
};

/** The SVG symbols that `Icon` refers to. Rendered once per page. */
export function IconSprite() {
  return (
    <svg aria-hidden className="absolute size-0">
      <defs>
        {Object.entries(icons).map(([name, Icon]) => (
          <Icon key={name} id={`icon-${name}`} width="100%" height="100%" />
        ))}
      </defs>
    </svg>
  );
}
