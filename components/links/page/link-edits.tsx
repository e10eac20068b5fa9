import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { cutText } from "@/lib/core/clean-text";
import { formatAgo, formatInstant } from "@/lib/core/format";
import type { Creator } from "@/lib/links/editor";
import type { Link } from "@/lib/links/link";
import type { LinkEdit } from "@/lib/links/list-edits";
import { Card, CardHead, CardNote, CardTitle } from "../../ui/card";
import { cn } from "../../ui/cn";
import { editorText, valueText } from "../edit-text";
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
  locale: string;
}

/** Who changed what on a link, latest first, with a way back. */
export function LinkEdits({ link, createdBy, changes, ...viewing }: EditsProps) {
  const t = useTexts("links.history");
  if (changes.length === 0 && createdBy === null) return null;
  const rest = changes.slice(mostShown);
  const isLatest = (edit: LinkEdit) => changes.find(({ field }) => field === edit.field) === edit;
  const row = (edit: LinkEdit) => (
    <EditRow
      key={`${edit.at} ${edit.field}`}
      {...{ link, edit, ...viewing }}
      way={isLatest(edit) ? "undo" : "restore"}
    />
  );
  return (
    <Card id="history" className="scroll-mt-4">
      <CardHead>
        <CardTitle>{t("title")}</CardTitle>
        <CardNote>
          {createdBy && `${t("createdBy", { name: editorText(createdBy.name, t) })} `}
          {changes.length > 0 && t("latest", { most: 200 })}
        </CardNote>
      </CardHead>
      {changes.length > 0 && (
        <ul aria-label={t("title")} className="pb-2">
          {changes.slice(0, mostShown).map(row)}
        </ul>
      )}
      {rest.length > 0 && (
        <details className="border-hairline border-t">
          <summary className="flex min-h-11 cursor-pointer items-center px-(--space-pad) text-secondary text-small hover:text-text">
            {t("earlier", { number: rest.length })}
          </summary>
          <ul aria-label={t("earlierChanges")} className="pb-2">
            {rest.map(row)}
          </ul>
        </details>
      )}
    </Card>
  );
}

/** The latest change in a few words, which leads to the history. */
export function LastChange({
  change,
  now,
  locale,
}: {
  change: LinkEdit | undefined;
  now: Date;
  locale: string;
}) {
  const t = useTexts("links.history");
  if (!change) return null;
  const ago = formatAgo(change.at, now, undefined, locale);
  return (
    <a
      href="#history"
      className="whitespace-nowrap rounded-bar underline-offset-3 hover:underline max-sm:relative max-sm:-my-1 max-sm:py-2.5 print:hidden"
    >
      {t("changed", { ago: change.by ? t("by", { ago, name: editorText(change.by, t) }) : ago })}
    </a>
  );
}

/**
 * `name`: of the link, where others are listed, too. `way`: `undo` for the last change of a field,
 * `restore` for an earlier one.
 */
export function EditRow({
  link,
  edit,
  way,
  name,
  ...viewing
}: Omit<EditsProps, "createdBy" | "changes"> & {
  edit: LinkEdit;
  way: "undo" | "restore" | null;
  name?: ReactNode;
}) {
  const t = useTexts("links.history");
  const { now, timeZone, locale } = viewing;
  const { at, by, field, from, to } = edit;
  const shown = (value: LinkEdit["from"]) => valueText(field, value, t, viewing);
  const ago = formatAgo(at, now, undefined, locale);
  const parts = {
    from: shown(from),
    hidden: (text: ReactNode) => <span className="sr-only">{text}</span>,
    old: (text: ReactNode) => <del className="text-tertiary">{text}</del>,
  };
  const back = way && wayBack(link, edit);
  return (
    <li className="flex items-center gap-3 border-hairline border-t px-(--space-pad) py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          {name}
          <span className="font-medium">{t(`fields.${field}`)}</span>
          <span
            className="text-label text-tertiary"
            title={formatInstant(new Date(at), now, timeZone, locale)}
          >
            {by ? t("by", { ago, name: editorText(by, t) }) : ago}
          </span>
        </p>
        <Unfolding length={shown(from).length + shown(to).length}>
          {/* Earlier versions did not store the new value of these fields. */}
          {to === null && (field === "url" || field === "slug")
            ? t.rich("fromOnly", parts)
            : t.rich("fromTo", {
                ...parts,
                to: shown(to),
                arrow: (text) => <span aria-hidden>{text}</span>,
                new: (text) => <ins className="no-underline">{text}</ins>,
              })}
        </Unfolding>
      </div>
      {back && (
        <UndoEdit
          link={link}
          back={back}
          undoes={way === "undo" ? at : null}
          field={t(`fields.${field}`)}
          value={cutText(shown(from), mostSaid)}
        />
      )}
    </li>
  );
}

/** Two lines of a longer text, and the rest of it on request. */
function Unfolding({ length, children }: { length: number; children: ReactNode }) {
  const t = useTexts("links.history");
  const style = "text-secondary text-small [overflow-wrap:anywhere]";
  if (length <= mostSaid) return <p className={style}>{children}</p>;
  return (
    <details className={cn("group/text", style)}>
      <summary className="cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        <span className="line-clamp-2 group-open/text:line-clamp-none group-open/text:whitespace-pre-line">
          {children}
        </span>
        <span className="text-accent text-label group-open/text:hidden">{t("showAll")}</span>
        <span className="hidden text-accent text-label group-open/text:inline">
          {t("showLess")}
        </span>
      </summary>
    </details>
  );
}
