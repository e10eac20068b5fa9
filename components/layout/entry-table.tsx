import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";

/**
 * A short table, with an action in each row's last cell unless it `hasActions` none. Where the
 * table has no room for columns, each row becomes a block.
 */
export function EntryTable({
  label,
  heads,
  hasActions = true,
  children,
}: {
  label: string;
  heads: readonly string[];
  hasActions?: boolean;
  children: ReactNode;
}) {
  const t = useTexts("common");
  return (
    <Card className="@container">
      <table aria-label={label} className="w-full border-collapse text-small @max-2xl:block">
        <thead className="@max-2xl:sr-only">
          <tr className="[&>:first-child]:ps-(--space-pad)">
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className="whitespace-nowrap border-hairline border-b px-3 py-2 text-start font-normal text-label text-tertiary"
              >
                {head}
              </th>
            ))}
            {hasActions && (
              <th scope="col" className="border-hairline border-b">
                <span className="sr-only">{t("actions")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="@max-2xl:block @max-2xl:[&>tr]:grid @max-2xl:[&>tr]:grid-cols-[minmax(0,1fr)_auto] @max-2xl:[&>tr]:gap-x-3 @max-2xl:[&>tr]:gap-y-1 @max-2xl:[&>tr]:border-hairline @max-2xl:[&>tr]:border-t @max-2xl:[&>tr]:px-4 @max-2xl:[&>tr]:py-3.5 @max-2xl:[&>tr:first-child]:border-t-0 @2xl:[&>tr:first-child>*]:border-t-0 @2xl:[&>tr>:first-child]:ps-(--space-pad) @2xl:[&>tr>:last-child]:pe-(--space-pad)">
          {children}
        </tbody>
      </table>
    </Card>
  );
}

/**
 * `lead`: the row's main cell, with an optional note below. `action`: the right-aligned action
 * cell. `label` names the value where the column headers are hidden.
 */
export function EntryCell({
  lead = false,
  action = false,
  label,
  note,
  children,
}: {
  lead?: boolean;
  action?: boolean;
  label?: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <td
      className={cn(
        "min-w-0 px-3 @max-2xl:block @max-2xl:p-0 @2xl:h-14 @2xl:border-hairline @2xl:py-2 @2xl:border-t",
        lead ? "text-text" : "text-secondary tabular-nums @max-2xl:col-start-1",
        action ? "text-end @max-2xl:col-start-2 @max-2xl:row-start-1" : "@2xl:whitespace-nowrap",
      )}
    >
      {label && <span className="text-tertiary @2xl:hidden">{label} </span>}
      {lead ? (
        <span className="block font-medium [overflow-wrap:anywhere] @2xl:whitespace-normal">
          {children}
        </span>
      ) : (
        children
      )}
      {note && (
        <span className="block text-label text-tertiary [overflow-wrap:anywhere] @2xl:whitespace-normal">
          {note}
        </span>
      )}
    </td>
  );
}
