"use client";

import { ErrorCard } from "@/components/ui/error-card";
import "./globals.css";

/** When not even the layout can be rendered, mostly because the database is down. */
export default function GlobalError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Slugline is not available</title>
        <main className="mx-auto max-w-[560px] px-4 pt-24">
          <ErrorCard title="Slugline could not answer" id={error.digest} retry={retry}>
            The database may be unavailable. Short links that were used lately keep redirecting, and their clicks wait in the journal.
          </ErrorCard>
        </main>
      </body>
    </html>
  );
}
