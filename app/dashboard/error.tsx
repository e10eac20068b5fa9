"use client";

import { useTexts } from "#texts";
import { Outage } from "@/components/layout/outage";

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
    <Outage
      id={error.digest}
      retry={retry}
      texts={{
        title: t("outage.title"),
        heading: t("outage.heading"),
        advice: t(error.digest ? "outage.advice" : "lost.part"),
        tryAgain: t("tryAgain"),
        request: (id) => t("request", { id }),
      }}
    />
  );
}
