"use client";

import { useTransition } from "react";
import { ErrorCard } from "./error-card";
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
  const { refresh } = useOnlineRouter();
  const [pending, start] = useTransition();
  const retry = () => {
    if (!refuseOffline()) refresh();
  };
  return (
    <ErrorCard title={title} id={id} retry={() => !pending && start(retry)}>
      {message}
    </ErrorCard>
  );
}
