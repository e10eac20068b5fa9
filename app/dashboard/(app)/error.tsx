"use client";

import { use } from "react";
import { useTexts } from "#texts";
import { RoleContext } from "@/components/layout/role";
import { ErrorCard } from "@/components/ui/error-card";

/** Error boundary of a dashboard page; the layout around it stays. */
export default function DashboardError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  const [t, common] = [useTexts("common.failure"), useTexts("common")];
  const mayDiagnose = use(RoleContext) === "owner";
  return (
    <div className="pt-6">
      <ErrorCard title={t("title")} id={error.digest} retry={retry}>
        {error.digest ? t("advice") : common("lost.part")}
      </ErrorCard>
      <p className="mt-3 text-secondary text-small">
        {mayDiagnose
          ? t.rich("openCheck", {
              check: (text) => (
                <a href="/dashboard/settings/doctor" className="underline">
                  {text}
                </a>
              ),
            })
          : t("askOwner")}
      </p>
    </div>
  );
}
