"use client";

import { use } from "react";
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
  const mayDiagnose = use(RoleContext) === "owner";
  return (
    <div className="pt-6">
      <ErrorCard title="Could not load this page" id={error.digest} retry={retry}>
        The server did not answer in time. Try again.
      </ErrorCard>
      <p className="mt-3 text-secondary text-small">
        {mayDiagnose ? (
          <>
            If it persists, open the{" "}
            <a href="/dashboard/settings/doctor" className="underline">
              health check
            </a>
            .
          </>
        ) : (
          "If it persists, tell an owner."
        )}
      </p>
    </div>
  );
}
