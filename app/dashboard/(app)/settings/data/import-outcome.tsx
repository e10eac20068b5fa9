import { useTexts } from "#texts";
import { mono } from "@/components/texts/tags";
import { Button } from "@/components/ui/button";
import { Table, Td, Th } from "@/components/ui/table";
import type { SaidReport } from "@/lib/transfer/report-lines";

export type ShownReport = SaidReport;

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
  const t = useTexts("settings.data");
  const parts = [
    dryRun && t("rows", { rows }),
    t(dryRun ? "ready" : "imported", { links: created }),
    skipped > 0 && t("alreadyHere", { links: skipped }),
    refused > 0 && t("refused", { rows: refused }),
  ];
  const free = problems.flatMap(({ row, suggestion }): [number, string][] =>
    suggestion ? [[row, suggestion]] : [],
  );
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-medium tabular-nums">
        {isRunning ? t("checked", { rows }) : t.list(parts.filter((part) => part !== false))}
      </p>
      {disabled > 0 && (
        <p className="text-secondary text-small">{t("disabled", { links: disabled })}</p>
      )}
      {onUse && free.length > 1 && (
        <Button size="small" className="self-start" onClick={() => onUse(free)}>
          {t("useFree", { slugs: free.length })}
        </Button>
      )}
      {problems.length > 0 && (
        <div className="rounded-control border border-hairline">
          <Table label={t("table")}>
            <thead>
              <tr>
                <Th numeric className="w-0">
                  {t("row")}
                </Th>
                <Th>{t("result")}</Th>
              </tr>
            </thead>
            <tbody>
              {problems.map(({ row, status, slug, message, suggestion }) => (
                <tr key={row}>
                  <Td numeric className="py-2 align-top">
                    {row}
                  </Td>
                  <Td lead className="whitespace-normal py-2 [overflow-wrap:anywhere]">
                    {slug && (
                      <span className="me-2">
                        <span className="mono">{slug}</span>
                      </span>
                    )}
                    <span className={status === "refused" ? "text-danger" : "text-secondary"}>
                      {dryRun && status === "created"
                        ? t("ready", { links: 1 })
                        : t(`outcomes.${status}`)}
                    </span>
                    <p className="text-secondary">
                      {message}
                      {suggestion && !onUse && (
                        <> {t.rich("free", { mono: () => mono(suggestion) })}</>
                      )}
                    </p>
                    {suggestion && onUse && (
                      <Button
                        size="small"
                        className="mt-1.5 max-w-full"
                        onClick={() => onUse([[row, suggestion]])}
                      >
                        <span className="min-w-0 truncate">
                          {t.rich("use", { slug: () => mono(suggestion) })}
                        </span>
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
        <p className="text-secondary text-small">{t("onlyFirst", { rows: problems.length })}</p>
      )}
    </div>
  );
}
