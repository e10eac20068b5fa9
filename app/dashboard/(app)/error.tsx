"use client";

import { ErrorCard } from "@/components/ui/error-card";

/** Error boundary of a dashboard page; the layout around it stays. */
export default function DashboardError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <div className="pt-6">
      <ErrorCard title="Could not load this page" id={error.digest} retry={retry}>
        The server did not answer in time. Try again.
      </ErrorCard>
      <p className="mt-3 text-secondary text-small">
        If it persists, open the{" "}
        <a href="/dashboard/settings/doctor" className="underline">
          health check
        </a>
        .
      </p>
    </div>
  );
}
