import { Table, Td, Th } from "@/components/ui/table";
import type { ImportReport } from "@/lib/transfer/import-links";

/** The result of an import or dry run, with every skipped row. */
export function ImportOutcome({ report, dryRun, isRunning }: { report: ImportReport; dryRun: boolean; isRunning: boolean }) {
  const { rows, created, refused, problems } = report;
  const done = dryRun ? "ready" : "imported";
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-medium tabular-nums">
        {isRunning ? `${count(rows, "row")} checked` : `${count(created, "link")} ${done}${refused > 0 ? `, ${count(refused, "row")} skipped` : ""}`}
      </p>
      {problems.length > 0 && (
        <div className="rounded-control border border-hairline">
          <Table label="Skipped rows">
            <thead>
              <tr>
                <Th numeric className="w-0">
                  Row
                </Th>
                <Th>Slug</Th>
                <Th>Reason</Th>
              </tr>
            </thead>
            <tbody>
              {problems.map(({ row, slug, message }) => (
                <tr key={row}>
                  <Td numeric>{row}</Td>
                  <Td className="mono">{slug || "–"}</Td>
                  <Td lead className="min-w-60 whitespace-normal py-2">
                    {message}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {refused > problems.length && <p className="text-secondary text-small">Only the first {problems.length} are shown.</p>}
    </div>
  );
}

function count(n: number, noun: string): string {
  return `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
}
