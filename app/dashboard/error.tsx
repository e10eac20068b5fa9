"use client";

import { lazy, Suspense } from "react";
import { useTexts } from "#texts";

// Every page loads this file, so the rest is loaded when it is needed.
const Outage = lazy(() => import("@/components/layout/outage"));

/** When not even the layout of the dashboard can be rendered, mostly because the database is down. */
export default function DashboardOutage({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  const t = useTexts("common");
  return (
    <Suspense>
      <Outage
        id={error.digest}
        retry={retry}
        texts={{
          title: t("outage.title"),
          heading: t("outage.heading"),
          advice: t("outage.advice"),
          tryAgain: t("tryAgain"),
          request: (id) => t("request", { id }),
        }}
      />
    </Suspense>
  );
}
