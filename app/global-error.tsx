"use client";

import { lazy, Suspense } from "react";
import "./globals.css";

// Every page loads this file, so the rest is loaded when it is needed.
const Outage = lazy(() => import("@/components/layout/outage"));

/** When not even a layout can be rendered: outside the dashboard, or without its texts. In English. */
export default function GlobalError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <html lang="en">
      <body>
        <Suspense>
          <Outage id={error.digest} retry={retry} />
        </Suspense>
      </body>
    </html>
  );
}
