import type { ReactNode } from "react";
import { AtSign, Mail } from "@/components/links/icons";
import { Ellipsis, Link as LinkIcon, QrCode } from "@/components/ui/icons";
import { cn } from "../../ui/cn";

/**
 * Icons of the presets, by source. Social networks have no icon in our set, so letters stand in. No
 * object: visitors choose the source, and `constructor` would be found in any.
 */
const signs = new Map<string, ReactNode>([
  ["newsletter", <Mail key="newsletter" className="size-4" />],
  ["x", "X"],
  ["linkedin", "in"],
  ["qr-poster", <QrCode key="qr-poster" className="size-4" />],
  ["", <LinkIcon key="link" className="size-4" />],
  ["Other", <Ellipsis key="other" className="size-4" />],
]);

/** The icon of a channel where a link is shared; empty `source`: the plain short link. */
export function ChannelSign({ source, isOn = false }: { source: string; isOn?: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-8 shrink-0 place-items-center rounded-control border bg-surface font-semibold",
        isOn ? "border-accent-line text-accent" : "border-hairline-strong text-secondary",
        source === "" && "border-control border-dashed",
      )}
    >
      {signs.get(source) ?? <AtSign className="size-4" />}
    </span>
  );
}
