import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";

/**
 * A short table with an action in each row's last cell. Below 640 px each row becomes a block. The ARIA roles are explicit
 * because browsers drop a table's roles when CSS changes its display.
 */
export function EntryTable({ label, heads, children }: { label: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <Card>
      <table aria-label={label} className="w-full border-collapse text-small max-sm:block">
        <thead className="max-sm:sr-only">
          <tr className="[&>:first-child]:pl-(--space-pad)">
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className="whitespace-nowrap border-hairline border-b px-3 py-2 text-left font-normal text-label text-tertiary"
              >
                {head}
              </th>
            ))}
            <th scope="col" className="border-hairline border-b">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block max-sm:[&>tr]:grid max-sm:[&>tr]:grid-cols-[minmax(0,1fr)_auto] max-sm:[&>tr]:gap-x-3 max-sm:[&>tr]:gap-y-1 max-sm:[&>tr]:border-hairline max-sm:[&>tr]:border-t max-sm:[&>tr]:px-4 max-sm:[&>tr]:py-3.5 max-sm:[&>tr:first-child]:border-t-0 sm:[&>tr:first-child>*]:border-t-0 sm:[&>tr>:first-child]:pl-(--space-pad) sm:[&>tr>:last-child]:pr-(--space-pad)">
          {children}
        </tbody>
      </table>
    </Card>
  );
}

/**
 * `lead`: the row's main cell, with an optional note below. `action`: the right-aligned action cell. `label` names the value
 * on small screens, where the column headers are hidden.
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
        "min-w-0 px-3 max-sm:block max-sm:p-0 sm:h-14 sm:border-hairline sm:border-t",
        lead ? "text-text" : "text-secondary tabular-nums max-sm:col-start-1",
        action ? "text-right max-sm:col-start-2 max-sm:row-start-1" : "sm:whitespace-nowrap",
      )}
    >
      {label && <span className="text-tertiary sm:hidden">{label} </span>}
      {lead ? <span className="block font-medium [overflow-wrap:anywhere] sm:whitespace-normal">{children}</span> : children}
      {note && <span className="block text-label text-tertiary [overflow-wrap:anywhere] sm:whitespace-normal">{note}</span>}
    </td>
  );
}
