import { formatAge, formatInstant } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import type { LinkEdit } from "@/lib/links/list-edits";
import { Card, CardHead, CardNote, CardTitle } from "../ui/card";
import { UndoEdit } from "./undo-edit";
import { wayBack } from "./way-back";

const mostShown = 8;
/** So much of a value names its button. */
const mostSaid = 100;

const names: Record<LinkEdit["field"], string> = {
  slug: "Slug",
  url: "Destination",
  enabled: "State",
  title: "Title",
  expiresAt: "Expiry",
  note: "Note",
  tags: "Tags",
};

interface EditsProps {
  link: Link;
  edits: LinkEdit[];
  now: Date;
  timeZone: string;
}

/** Who changed what on a link, latest first, with a way back. */
export function LinkEdits({ link, edits, now, timeZone }: EditsProps) {
  if (edits.length === 0) return null;
  const rest = edits.slice(mostShown);
  const row = (edit: LinkEdit) => <EditRow key={`${edit.at} ${edit.field}`} {...{ link, edit, now, timeZone }} />;
  return (
    <Card>
      <CardHead>
        <CardTitle>History</CardTitle>
        <CardNote>Latest 200 changes</CardNote>
      </CardHead>
      <ul aria-label="History" className="pb-2">
        {edits.slice(0, mostShown).map(row)}
      </ul>
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

function EditRow({ link, edit, now, timeZone }: Omit<EditsProps, "edits"> & { edit: LinkEdit }) {
  const { at, by, field, from, to } = edit;
  const age = formatAge(new Date(at), now);
  const shown = (value: LinkEdit["from"]) => textOf(field, value, now, timeZone);
  const back = wayBack(link, edit);
  return (
    <li className="flex items-center gap-3 border-hairline border-t px-(--space-pad) py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{names[field]}</span>
          <span className="text-label text-tertiary" title={formatInstant(new Date(at), now, timeZone)}>
            {age === "now" ? "just now" : `${age} ago`}
            {by && ` by ${by === "API_TOKEN" ? "the server token" : by}`}
          </span>
        </p>
        <p className="line-clamp-2 text-secondary text-small [overflow-wrap:anywhere]">
          <span className="sr-only">from </span>
          <del className="text-tertiary">{shown(from)}</del>
          {to === null && field === "url" ? null : (
            <>
              <span aria-hidden> → </span>
              <span className="sr-only"> to </span>
              <ins className="no-underline">{shown(to)}</ins>
            </>
          )}
        </p>
      </div>
      {back && (
        <UndoEdit
          slug={link.slug}
          changes={back.changes}
          name={back.isLatest ? "Undo" : "Restore"}
          label={`${names[field]}: ${shown(from).slice(0, mostSaid)}`}
        />
      )}
    </li>
  );
}

function textOf(field: LinkEdit["field"], value: LinkEdit["from"], now: Date, timeZone: string): string {
  if (value === null || value === "") return field === "expiresAt" ? "never" : "none";
  if (typeof value === "boolean") return value ? "Enabled" : "Disabled";
  if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : "none";
  if (field === "slug") return `/${value}`;
  return field === "expiresAt" ? formatInstant(new Date(value), now, timeZone) : value;
}
