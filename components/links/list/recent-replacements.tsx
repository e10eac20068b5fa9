import { useTexts } from "#texts";
import { formatAgo, formatNumber } from "@/lib/core/format";
import type { RecentReplacement } from "@/lib/links/replacements";
import { UndoReplacement } from "../bulk/undo-replacement";
import { editorText } from "../edit-text";

/** What was replaced in destinations within the last hour, by anybody, with Undo. */
export function RecentReplacements({
  replacements,
  locale,
  now,
}: {
  replacements: RecentReplacement[];
  locale: string;
  now: Date;
}) {
  const history = useTexts("links.history");
  if (replacements.length === 0) return null;
  return (
    <ul aria-label="Recent replacements" className="mb-3 flex flex-col gap-1">
      {replacements.map(({ id, at, by, find, replace, links }) => (
        <li key={id} className="flex items-center gap-3 text-label text-secondary">
          <p className="min-w-0 [overflow-wrap:anywhere]">
            Replaced <span className="mono">{shortened(find)}</span>{" "}
            {replace === "" ? (
              "with nothing"
            ) : (
              <>
                with <span className="mono">{shortened(replace)}</span>
              </>
            )}{" "}
            in {links === 1 ? "1 link" : `${formatNumber(links, locale)} links`},{" "}
            {formatAgo(at.toISOString(), now)}
            {by && ` by ${editorText(by, history)}`}
          </p>
          <UndoReplacement id={id} what={`the replacement of ${shortened(find)}`} />
        </li>
      ))}
    </ul>
  );
}

function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}
