import type { Metadata } from "next";
import { PartHead } from "@/components/layout/section-header";
import { getServerChecks } from "@/components/layout/server-checks";
import { getSaid } from "@/components/texts/get-said";
import { getTexts } from "@/components/texts/get-texts";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { CircleCheck, Info, OctagonAlert } from "@/components/ui/icons";
import { makeBugReport } from "@/lib/doctor/bug-report";
import type { CheckState } from "@/lib/doctor/check";
import { requireOwnerInOutage } from "@/lib/owners/require-owner";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("settings.doctor"))("title") };
}

const signs: Record<CheckState, { Icon: typeof Info; tone: string }> = {
  good: { Icon: CircleCheck, tone: "text-accent" },
  note: { Icon: Info, tone: "text-secondary" },
  bad: { Icon: OctagonAlert, tone: "text-danger" },
};

export default async function DoctorPage() {
  await requireOwnerInOutage("/dashboard/settings/doctor");
  const { checks, bad } = await getServerChecks();
  const t = await getTexts("settings.doctor");
  const common = await getTexts("common");
  const said = await getSaid();
  const report = await makeBugReport(checks);
  const issuesFirst = checks.toSorted(
    (one, other) => Number(other.state === "bad") - Number(one.state === "bad"),
  );
  return (
    <>
      <PartHead title={t("title")} note={bad === 0 ? t("allPassed") : t("issues", { number: bad })}>
        <CopyButton text={report}>{t("copyReport")}</CopyButton>
      </PartHead>
      <Card>
        <ul className="divide-y divide-hairline">
          {issuesFirst.map(({ name, state, finding, advice, copy }) => {
            const { Icon, tone } = signs[state];
            return (
              <li key={said(finding)} className="flex gap-3 px-(--space-pad) py-3.5">
                <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
                <div className="min-w-0 flex-1">
                  <h3 className="font-medium">
                    {said(name)}{" "}
                    <span className={`ms-1 font-normal text-label ${tone}`}>
                      {t(`states.${state}`)}
                    </span>
                  </h3>
                  <p className="text-secondary [overflow-wrap:anywhere]">{said(finding)}</p>
                  {advice && <p className="[overflow-wrap:anywhere]">{said(advice)}</p>}
                </div>
                {copy && (
                  <CopyButton size="icon" text={copy} label={common("copyThat", { text: copy })} />
                )}
              </li>
            );
          })}
        </ul>
      </Card>
    </>
  );
}
