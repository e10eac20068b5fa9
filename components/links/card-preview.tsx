import { Image as ImageIcon } from "lucide-react";
import type { PreviewCard } from "@/lib/previews/read-card";
import { cn } from "../ui/cn";

export type CardStyle = "slack" | "x";

/** A link preview as Slack or X shows it. */
export function CardPreview({ card, variant }: { card: PreviewCard & { host: string }; variant: CardStyle }) {
  const { title, description, image, siteName, host } = card;
  if (variant === "x") {
    return (
      <div className="overflow-hidden rounded-card border border-hairline-strong">
        {image && <Picture src={image} className="rounded-none" />}
        <div className="px-3 py-2.5">
          <div className="truncate text-label text-secondary">{host}</div>
          <div className="line-clamp-2 font-medium">{title}</div>
        </div>
      </div>
    );
  }
  return (
    <div className="rounded-xs border-hairline-strong border-l-4 py-px pl-3">
      <div className="flex items-center gap-1.5 font-semibold text-small">
        <span aria-hidden className="grid size-[18px] shrink-0 place-items-center rounded-bar bg-bots text-[12px] text-on-accent uppercase">
          {(siteName ?? host).slice(0, 1)}
        </span>
        <span className="truncate">{siteName ?? host}</span>
      </div>
      <div className="mt-0.5 line-clamp-2 font-semibold text-accent">{title}</div>
      {description && <div className="mt-0.5 line-clamp-3 text-secondary text-small">{description}</div>}
      {image && <Picture src={image} className="mt-2 rounded-control" />}
    </div>
  );
}

/** A placeholder for the image. Loading the image would reveal the viewer to its host, and the page's CSP forbids it. */
function Picture({ src, className }: { src: string; className: string }) {
  return (
    <div
      className={cn(
        "grid aspect-[1.91] w-full place-content-center justify-items-center gap-1.5 bg-chosen px-4 text-label text-secondary",
        className,
      )}
    >
      <ImageIcon aria-hidden className="size-5" strokeWidth={1.5} />
      <span className="max-w-full truncate">Image from {URL.canParse(src) ? new URL(src).host : "the destination"}</span>
    </div>
  );
}
