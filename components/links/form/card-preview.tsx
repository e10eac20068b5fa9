import { firstCharacter } from "@/lib/core/clean-text";
import type { PreviewCard } from "@/lib/previews/read-card";
import { PreviewImage } from "./preview-image";

export type CardStyle = "slack" | "x";

/**
 * A link preview as Slack or X shows it. Its image comes from this service: see `withOwnImage`. A
 * link without a title shows its `fallback`, the slug.
 */
export function CardPreview({
  card,
  fallback,
  variant,
}: {
  card: PreviewCard & { host: string };
  fallback: string;
  variant: CardStyle;
}) {
  const { description, image, siteName, host } = card;
  const name = siteName ?? host;
  const title = card.title ?? <span className="font-normal text-tertiary">{fallback}</span>;
  if (variant === "x") {
    return (
      <div className="overflow-hidden rounded-card border border-hairline-strong">
        {image && <PreviewImage src={image} name={name} crop />}
        <div className="px-3 py-2.5">
          <div className="truncate text-label text-secondary">{host}</div>
          <div className="line-clamp-2 font-medium">{title}</div>
        </div>
      </div>
    );
  }
  return (
    <div className="rounded-xs border-hairline-strong border-s-4 py-px ps-3">
      <div className="flex items-center gap-1.5 font-semibold text-small">
        <span
          aria-hidden
          className="grid size-[18px] shrink-0 place-items-center rounded-bar bg-bots text-[12px] text-on-accent uppercase"
        >
          {firstCharacter(name)}
        </span>
        <span className="truncate">{name}</span>
      </div>
      <div className="mt-0.5 line-clamp-2 font-semibold text-accent">{title}</div>
      {description && (
        <div className="mt-0.5 line-clamp-3 text-secondary text-small">{description}</div>
      )}
      {image && <PreviewImage src={image} name={name} className="mt-2 rounded-control" />}
    </div>
  );
}
