import type { TagColor } from "@/lib/core/tag";
import { cn } from "../ui/cn";

const colours: Record<TagColor, string> = {
  gray: "bg-tag-gray",
  red: "bg-tag-red",
  orange: "bg-tag-orange",
  yellow: "bg-tag-yellow",
  brown: "bg-tag-brown",
  green: "bg-tag-green",
  teal: "bg-tag-teal",
  cyan: "bg-tag-cyan",
  blue: "bg-tag-blue",
  purple: "bg-tag-purple",
  pink: "bg-tag-pink",
};

/** The colour of a tag. Its name is beside it. */
export function TagDot({ color }: { color: TagColor | undefined }) {
  return (
    <span aria-hidden className={cn("size-2 shrink-0 rounded-full", colours[color ?? "gray"])} />
  );
}

const mark =
  "inline-flex h-5 min-w-0 max-w-36 items-center gap-1.5 rounded-[5px] bg-sunken px-1.5 font-medium text-label text-secondary inset-ring inset-ring-hairline";

/** The tags of a row. Those beyond `most` are counted, and named for screen readers. */
export function TagMarks({
  names,
  colors,
  most,
}: {
  names: readonly string[];
  colors: ReadonlyMap<string, TagColor>;
  most: number;
}) {
  if (names.length === 0) return null;
  const rest = names.slice(most);
  return (
    <span className="flex min-w-0 shrink items-center gap-1 overflow-hidden max-sm:shrink-0">
      <span className="sr-only">Tags: {names.join(", ")}</span>
      {names.slice(0, most).map((name, index) => (
        <span
          key={name}
          aria-hidden
          title={name}
          className={cn(mark, "max-sm:shrink-0", index > 0 && "max-sm:hidden")}
        >
          <TagDot color={colors.get(name)} />
          <span className="truncate max-sm:hidden">{name}</span>
        </span>
      ))}
      {rest.length > 0 && (
        <span aria-hidden title={rest.join(", ")} className={cn(mark, "shrink-0 max-sm:hidden")}>
          +{rest.length}
        </span>
      )}
      {/* On phones one dot stands for all, so that none is cut. */}
      {names.length > 1 && (
        <span aria-hidden className={cn(mark, "shrink-0 sm:hidden")}>
          +{names.length - 1}
        </span>
      )}
    </span>
  );
}
