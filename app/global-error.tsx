"use client";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import "./globals.css";

/** When not even the layout can be rendered, mostly because the database is down. So it has no icons: their sprite is part of the layout. */
export default function GlobalError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Slugline is not available</title>
        <main className="mx-auto max-w-[560px] px-4 pt-24">
          <p className="mb-4 flex items-center gap-2.5 font-semibold">
            <img src="/mark.svg" alt="" width={28} height={28} /> Slugline
          </p>
          <Card role="alert" className="p-5">
            <h1 className="font-semibold text-lead">Slugline could not answer</h1>
            <p className="mt-1 text-secondary">
              The database may be unavailable. Short links that were used lately keep redirecting, and their clicks wait in the journal.
            </p>
            <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button onClick={retry}>Try again</Button>
              {error.digest && <span className="font-mono text-label text-tertiary">Request {error.digest}</span>}
            </div>
          </Card>
        </main>
      </body>
    </html>
  );
}
