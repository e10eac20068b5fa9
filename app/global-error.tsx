"use client";

import { Outage } from "@/components/layout/outage";
import "./globals.css";

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
        <Outage id={error.digest} retry={retry} />
      </body>
    </html>
  );
}
