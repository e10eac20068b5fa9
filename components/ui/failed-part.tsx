"use client";

import { useRouter } from "next/navigation";
import { lazy, Suspense, useTransition } from "react";

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
  const router = useRouter();
  const [pending, start] = useTransition();
  return (
    <Suspense>
      <ErrorCard title={title} id={id} retry={() => !pending && start(() => router.refresh())}>
        {message}
      </ErrorCard>
    </Suspense>
  );
}
