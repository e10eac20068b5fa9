"use client";

import { useTransition } from "react";
import { useTexts } from "#texts";
import { OutageCard } from "./outage-card";
import { refuseOffline, useOnlineRouter } from "./use-online-router";

/** An error card whose retry button refreshes the page. */
export function FailedPart({
  title,
  message,
  id,
}: {
  title: string;
  message: string;
  id?: string;
}) {
  const t = useTexts("common");
  const { refresh } = useOnlineRouter();
  const [pending, start] = useTransition();
  const retry = () => {
    if (!refuseOffline()) refresh();
  };
  return (
    <OutageCard
      id={id}
      retry={() => !pending && start(retry)}
      texts={{
        heading: title,
        advice: message,
        tryAgain: t("tryAgain"),
        request: (id) => t("request", { id }),
      }}
    />
  );
}
