import { Button } from "@/components/ui/button";
import { Table, Td, Th } from "@/components/ui/table";
import { count } from "@/lib/core/format";
import type { ImportReport } from "@/lib/transfer/import-links";

export type ShownReport = Omit<ImportReport, "results">;

/** The result of an import or dry run, with the rows that were refused or need a look. */
export function ImportOutcome({
  report,
  dryRun,
  isRunning,
  onUse,
}: {
  report: ShownReport;
  dryRun: boolean;
  isRunning: boolean;
  /** Takes free slugs for rows whose own are taken; null if it cannot. */
  onUse: ((slugs: [row: number, slug: string][]) => void) | null;
}) {
  const { rows, created, skipped, refused, disabled = 0, problems } = report;
  const parts = [
    dryRun && count(rows, "row"),
    `${count(created, "link")} ${dryRun ? "ready" : "imported"}`,
    skipped > 0 && `${skipped.toLocaleString("en")} already here`,
    refused > 0 && `${count(refused, "row")} refused`,
  ];
  const free = problems.flatMap(({ row, suggestion }): [number, string][] =>
    suggestion ? [[row, suggestion]] : [],
  );
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-medium tabular-nums">
        {isRunning ? `${count(rows, "row")} checked` : parts.filter(Boolean).join(", ")}
      </p>
      {disabled > 0 && (
        <p className="text-secondary text-small">
          {count(disabled, "link")} disabled: protected elsewhere, or without clicks left.
        </p>
      )}
      {onUse && free.length > 1 && (
        <Button size="small" className="self-start max-sm:h-11" onClick={() => onUse(free)}>
          Use {count(free.length, "free slug")}
        </Button>
      )}
      {problems.length > 0 && (
        <div className="rounded-control border border-hairline">
          <Table label="Rows to look at">
            <thead>
              <tr>
                <Th numeric className="w-0">
                  Row
                </Th>
                <Th>Result</Th>
              </tr>
            </thead>
            <tbody>
              {problems.map(({ row, status, slug, message, suggestion }) => (
                <tr key={row}>
                  <Td numeric className="py-2 align-top">
                    {row}
                  </Td>
                  <Td lead className="whitespace-normal py-2 [overflow-wrap:anywhere]">
                    {slug && <span className="mono me-2">{slug}</span>}
                    <span className={status === "refused" ? "text-danger" : "text-secondary"}>
                      {outcomeOf(status, dryRun)}
                    </span>
                    <p className="text-secondary">
                      {message}
                      {suggestion && !onUse && (
                        <>
                          {" "}
                          Free: <span className="mono">{suggestion}</span>
                        </>
                      )}
                    </p>
                    {suggestion && onUse && (
                      <Button
                        size="small"
                        className="mt-1.5 max-w-full max-sm:h-11"
                        onClick={() => onUse([[row, suggestion]])}
                      >
                        Use <span className="mono truncate">{suggestion}</span>
                      </Button>
                    )}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {problems.length >= 500 && (
        <p className="text-secondary text-small">Only the first {problems.length} are shown.</p>
      )}
    </div>
  );
}

function outcomeOf(status: ImportReport["problems"][number]["status"], dryRun: boolean): string {
  const done = status === "created" ? "imported" : status;
  return dryRun ? `would be ${done}` : done;
}
