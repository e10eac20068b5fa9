"use client";

import { use } from "react";
import { useTexts } from "#texts";
import { RoleContext } from "@/components/layout/role";
import { OutageCard } from "@/components/ui/outage-card";

/** Error boundary of a dashboard page; the layout around it stays. */
export default function DashboardError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  const t = useTexts("common");
  const mayDiagnose = use(RoleContext) === "owner";
  return (
    <div className="pt-6">
      <OutageCard
        id={error.digest}
        retry={retry}
        texts={{
          heading: t("failure.title"),
          advice: t(error.digest ? "failure.advice" : "lost.part"),
          tryAgain: t("tryAgain"),
          request: (id) => t("request", { id }),
        }}
      />
      <p className="mt-3 text-secondary text-small">
        {mayDiagnose
          ? t.rich("failure.openCheck", {
              check: (text) => (
                <a href="/dashboard/settings/doctor" className="underline">
                  {text}
                </a>
              ),
            })
          : t("failure.askOwner")}
      </p>
    </div>
  );
}
