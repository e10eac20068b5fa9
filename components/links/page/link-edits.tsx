import type { ReactNode } from "react";
import { formatAgo, formatInstant } from "@/lib/core/format";
import type { Creator } from "@/lib/links/creators";
import type { Link } from "@/lib/links/link";
import type { LinkEdit } from "@/lib/links/list-edits";
import { Card, CardHead, CardNote, CardTitle } from "../../ui/card";
import { cn } from "../../ui/cn";
import { editedNames, editorText, valueText } from "../edit-text";
import { UndoEdit } from "./undo-edit";
import { wayBack } from "./way-back";

const mostShown = 8;
/** How many characters of a value are shown at once, or used in the name of its button. */
const mostSaid = 100;

interface EditsProps {
  link: Link;
  createdBy: Creator;
  changes: LinkEdit[];
  now: Date;
  timeZone: string;
}

/** Who changed what on a link, latest first, with a way back. */
export function LinkEdits({ link, createdBy, changes, now, timeZone }: EditsProps) {
  if (changes.length === 0 && createdBy === null) return null;
  const rest = changes.slice(mostShown);
  const isLatest = (edit: LinkEdit) => changes.find(({ field }) => field === edit.field) === edit;
  const row = (edit: LinkEdit) => (
    <EditRow
      key={`${edit.at} ${edit.field}`}
      {...{ link, edit, now, timeZone }}
      isLatest={isLatest(edit)}
    />
  );
  return (
    <Card id="history" className="scroll-mt-4">
      <CardHead>
        <CardTitle>History</CardTitle>
        <CardNote>
          {createdBy && `Created by ${editorText(createdBy.name)}. `}
          {changes.length > 0 && "Latest 200 changes"}
        </CardNote>
      </CardHead>
      {changes.length > 0 && (
        <ul aria-label="History" className="pb-2">
          {changes.slice(0, mostShown).map(row)}
        </ul>
      )}
      {rest.length > 0 && (
        <details className="border-hairline border-t">
          <summary className="flex min-h-11 cursor-pointer items-center px-(--space-pad) text-secondary text-small hover:text-text">
            {rest.length === 1 ? "1 earlier change" : `${rest.length} earlier changes`}
          </summary>
          <ul aria-label="Earlier changes" className="pb-2">
            {rest.map(row)}
          </ul>
        </details>
      )}
    </Card>
  );
}

/** The latest change in a few words, which leads to the history. */
export function LastChange({ change, now }: { change: LinkEdit | undefined; now: Date }) {
  if (!change) return null;
  return (
    <a
      href="#history"
      className="whitespace-nowrap rounded-bar underline-offset-3 hover:underline print:hidden"
    >
      Changed {formatAgo(change.at, now)}
      {change.by && ` by ${editorText(change.by)}`}
    </a>
  );
}

function EditRow({
  link,
  edit,
  isLatest,
  now,
  timeZone,
}: Pick<EditsProps, "link" | "now" | "timeZone"> & { edit: LinkEdit; isLatest: boolean }) {
  const { at, by, field, from, to } = edit;
  const shown = (value: LinkEdit["from"]) => valueText(field, value, now, timeZone);
  const back = wayBack(link, edit);
  return (
    <li className="flex items-center gap-3 border-hairline border-t px-(--space-pad) py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{editedNames[field]}</span>
          <span
            className="text-label text-tertiary"
            title={formatInstant(new Date(at), now, timeZone)}
          >
            {formatAgo(at, now)}
            {by && ` by ${editorText(by)}`}
          </span>
        </p>
        <Unfolding length={shown(from).length + shown(to).length}>
          <span className="sr-only">from </span>
          <del className="text-tertiary">{shown(from)}</del>
          {/* Earlier versions did not store the new value of these fields. */}
          {to === null && (field === "url" || field === "slug") ? null : (
            <>
              <span aria-hidden> → </span>
              <span className="sr-only"> to </span>
              <ins className="no-underline">{shown(to)}</ins>
            </>
          )}
        </Unfolding>
      </div>
      {back && (
        <UndoEdit
          link={link}
          back={back}
          name={isLatest ? "Undo" : "Restore"}
          label={`${editedNames[field]}: ${shown(from).slice(0, mostSaid)}`}
        />
      )}
    </li>
  );
}

/** Two lines of a longer text, and the rest of it on request. */
function Unfolding({ length, children }: { length: number; children: ReactNode }) {
  const style = "text-secondary text-small [overflow-wrap:anywhere]";
  if (length <= mostSaid) return <p className={style}>{children}</p>;
  return (
    <details className={cn("group/text", style)}>
      <summary className="cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        <span className="line-clamp-2 group-open/text:line-clamp-none group-open/text:whitespace-pre-line">
          {children}
        </span>
        <span className="text-accent text-label group-open/text:hidden">Show all</span>
        <span className="hidden text-accent text-label group-open/text:inline">Show less</span>
      </summary>
    </details>
  );
}
