import { useTexts } from "#texts";
import type { TagColor } from "@/lib/core/tag";
import { cn } from "../ui/cn";
import { Fits, labelWidth } from "../ui/fits";

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

const mostMarks = 3;

/**
 * The tags of a row, at the end of a line that is a container. Those that do not fit beside the
 * `title` are counted; screen readers get all names.
 */
export function TagMarks({
  tags,
  title,
}: {
  tags: readonly (readonly [name: string, color: TagColor | undefined])[];
  title: string;
}) {
  const t = useTexts("links.row");
  if (tags.length === 0) return null;
  const names = tags.map(([name]) => name);
  const room = Math.min(140, labelWidth(title) * 1.1);
  const widths = names.map((name) => 6 + Math.min(144, 26 + labelWidth(name)));
  const most = Math.min(mostMarks, names.length);
  /** The width of a line with so many marks and the number of the others. */
  const needed = (marks: number) =>
    widths.slice(0, marks).reduce((sum, width) => sum + width, room) +
    (marks < names.length ? 36 : 0);
  return (
    <>
      <span className="sr-only">{t("tagsAre", { names: t.list(names) })}</span>
      {tags.slice(0, most).map(([name, color], index) => (
        <Fits key={name} aria-hidden from={needed(index + 1)}>
          <span title={name} className="tag-mark">
            <TagDot color={color} />
            <span className="truncate">{name}</span>
          </span>
        </Fits>
      ))}
      {Array.from({ length: most + 1 }, (_, marks) => marks)
        .filter((marks) => marks < names.length)
        .map((marks) => (
          <Fits
            key={marks}
            aria-hidden
            from={marks === 0 ? 0 : needed(marks)}
            to={marks < most ? needed(marks + 1) : undefined}
          >
            <span dir="ltr" title={t.list(names.slice(marks))} className="tag-mark">
              +{names.length - marks}
            </span>
          </Fits>
        ))}
    </>
  );
}
