import type { Metadata } from "next";
import { PartHead } from "@/components/layout/section-header";
import { getServerChecks } from "@/components/layout/server-checks";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { CircleCheck, Info, OctagonAlert } from "@/components/ui/icons";
import { makeBugReport } from "@/lib/doctor/bug-report";
import type { CheckState } from "@/lib/doctor/check";
import { requireOwnerInOutage } from "@/lib/owners/require-owner";

export const metadata: Metadata = { title: "Health check" };

const signs: Record<CheckState, { Icon: typeof Info; tone: string; word: string }> = {
  good: { Icon: CircleCheck, tone: "text-accent", word: "OK" },
  note: { Icon: Info, tone: "text-secondary", word: "Info" },
  bad: { Icon: OctagonAlert, tone: "text-danger", word: "Needs fixing" },
};

export default async function DoctorPage() {
  await requireOwnerInOutage("/dashboard/settings/doctor");
  const { checks, bad } = await getServerChecks();
  const report = await makeBugReport(checks);
  const issuesFirst = checks.toSorted(
    (one, other) => Number(other.state === "bad") - Number(one.state === "bad"),
  );
  return (
    <>
      <PartHead
        title="Health check"
        note={`${bad === 0 ? "All checks passed." : bad === 1 ? "1 issue." : `${bad} issues.`} Covers your settings, the database and this request.`}
      >
        <CopyButton text={report} what="version, settings and findings, without secrets">
          Copy for a bug report
        </CopyButton>
      </PartHead>
      <Card>
        <ul className="divide-y divide-hairline">
          {issuesFirst.map(({ name, state, finding, advice, copy }) => {
            const { Icon, tone, word } = signs[state];
            return (
              <li key={name} className="flex gap-3 px-(--space-pad) py-3.5">
                <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
                <div className="min-w-0 flex-1">
                  <h3 className="font-medium">
                    {name} <span className={`ms-1 font-normal text-label ${tone}`}>{word}</span>
                  </h3>
                  <p className="text-secondary [overflow-wrap:anywhere]">{finding}</p>
                  {advice && <p className="[overflow-wrap:anywhere]">{advice}</p>}
                </div>
                {copy && (
                  <CopyButton
                    size="icon"
                    text={copy.text}
                    what={copy.what}
                    label={`Copy ${copy.what}`}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </Card>
    </>
  );
}
