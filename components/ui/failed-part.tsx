"use client";

import { lazy, Suspense, useTransition } from "react";
import { refuseOffline, useOnlineRouter } from "./use-online-router";

// Loaded when it is needed: most pages never show it.
const ErrorCard = lazy(() =>
  import("./error-card").then(({ ErrorCard }) => ({ default: ErrorCard })),
);

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
    <Suspense>
      <ErrorCard title={title} id={id} retry={() => !pending && start(retry)}>
        {message}
      </ErrorCard>
    </Suspense>
  );
}
