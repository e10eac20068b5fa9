import type { Metadata } from "next";
import { PartHead } from "@/components/layout/section-header";
import { getServerChecks } from "@/components/layout/server-checks";
import { getTexts } from "@/components/texts/get-texts";
import { CopyButton } from "@/components/ui/copy-button";
import { makeBugReport } from "@/lib/doctor/bug-report";
import { requireOwnerInOutage } from "@/lib/owners/require-owner";
import { CheckList } from "./check-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("settings.doctor"))("title") };
}

export default async function DoctorPage() {
  await requireOwnerInOutage("/dashboard/settings/doctor");
  const { checks, bad } = await getServerChecks();
  const t = await getTexts("settings.doctor");
  const report = await makeBugReport(checks);
  const issuesFirst = checks.toSorted(
    (one, other) => Number(other.state === "bad") - Number(one.state === "bad"),
  );
  return (
    <>
      <PartHead title={t("title")} note={bad === 0 ? t("allPassed") : t("issues", { number: bad })}>
        <CopyButton text={report}>{t("copyReport")}</CopyButton>
      </PartHead>
      <CheckList checks={issuesFirst} />
    </>
  );
}
