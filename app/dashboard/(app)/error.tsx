"use client";

import { ErrorCard } from "@/components/ui/error-card";

/** A page of the dashboard that could not be drawn at all; the frame around it stands. */
export default function DashboardError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <div className="pt-6">
      <ErrorCard title="This page could not be loaded" id={error.digest} retry={retry}>
        The database may not have answered in time. Try again; nothing was changed.
      </ErrorCard>
    </div>
  );
}
