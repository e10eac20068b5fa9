import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { cutText } from "@/lib/core/clean-text";
import { formatAgo } from "@/lib/core/format";
import { UndoChange } from "../bulk/undo-change";
import { editorText } from "../edit-text";
import { jobName } from "../jobs/job-name";

/** A change of several links; of a replacement by the API there is no command. */
interface RecentChange {
  id: string;
  command: string | null;
  at: Date;
  by: string | null;
  find: string | null;
  replace: string | null;
  links: number;
}

/** What was done to several links within the last hour and the viewer may undo. */
export function RecentChanges({
  changes,
  locale,
  now,
}: {
  changes: RecentChange[];
  locale: string;
  now: Date;
}) {
  const [t, jobs, bulk] = [useTexts("links.list"), useTexts("jobs"), useTexts("bulk")];
  const history = useTexts("links.history");
  if (changes.length === 0) return null;
  const say = ({ command, at, by, find, replace, links }: RecentChange): ReactNode => {
    const ago = formatAgo(at, now, undefined, locale);
    const when = by ? history("by", { ago, name: editorText(by, history) }) : ago;
    if (find === null) {
      const what = jobName(command ?? "", jobs);
      return jobs("recent", { what, links: bulk("links", { count: links }), ago: when });
    }
    const values = { links, ago: when, find: () => <Address text={find} /> };
    return replace
      ? t.rich("replaced", { ...values, replace: () => <Address text={replace} /> })
      : t.rich("replacedByNothing", values);
  };
  return (
    <ul aria-label={jobs("recentLabel")} className="mb-3 flex flex-col gap-1">
      {changes.map((change) => {
        const { id, command, find } = change;
        const what =
          find === null
            ? jobName(command ?? "", jobs)
            : t("replacementOf", { text: shortened(find) });
        return (
          <li key={id} className="flex items-center gap-3 text-label text-secondary">
            <p className="min-w-0 [overflow-wrap:anywhere]">{say(change)}</p>
            <UndoChange id={id} isJob={command !== null} what={what} />
          </li>
        );
      })}
    </ul>
  );
}

function Address({ text }: { text: string }) {
  return <span className="mono">{shortened(text)}</span>;
}

function shortened(text: string): string {
  return cutText(text, 60, "…");
}
