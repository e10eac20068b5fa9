import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { cutText } from "@/lib/core/clean-text";
import { formatAgo } from "@/lib/core/format";
import type { RecentReplacement } from "@/lib/links/replacements";
import { UndoReplacement } from "../bulk/undo-replacement";
import { editorText } from "../edit-text";

interface Said {
  links: number;
  ago: string;
  by: string | null;
  find: ReactNode;
  replace: ReactNode | null;
}

/** What was replaced in destinations within the last hour and the viewer may undo. */
export function RecentReplacements({
  replacements,
  locale,
  now,
}: {
  replacements: RecentReplacement[];
  locale: string;
  now: Date;
}) {
  const t = useTexts("links.list");
  const history = useTexts("links.history");
  if (replacements.length === 0) return null;
  const say = ({ links, ago, by, find, replace }: Said) => {
    const when = by ? history("by", { ago, name: by }) : ago;
    const values = { links, ago: when, find: () => find };
    return replace === null
      ? t.rich("replacedByNothing", values)
      : t.rich("replaced", { ...values, replace: () => replace });
  };
  return (
    <ul aria-label={t("replacements")} className="mb-3 flex flex-col gap-1">
      {replacements.map(({ id, at, by, find, replace, links }) => (
        <li key={id} className="flex items-center gap-3 text-label text-secondary">
          <p className="min-w-0 [overflow-wrap:anywhere]">
            {say({
              links,
              ago: formatAgo(at.toISOString(), now, undefined, locale),
              by: by && editorText(by, history),
              find: <span className="mono">{shortened(find)}</span>,
              replace: replace === "" ? null : <span className="mono">{shortened(replace)}</span>,
            })}
          </p>
          <UndoReplacement id={id} what={t("replacementOf", { text: shortened(find) })} />
        </li>
      ))}
    </ul>
  );
}

function shortened(text: string): string {
  return cutText(text, 60, "…");
}
