"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { ErrorCard } from "./error-card";

/** An error card whose retry button refreshes the page. */
export function FailedPart({ title, message, id }: { title: string; message: string; id?: string }) {
  const router = useRouter();
  const [pending, start] = useTransition();
  return (
    <ErrorCard title={title} id={id} retry={() => !pending && start(() => router.refresh())}>
      {message}
    </ErrorCard>
  );
}
