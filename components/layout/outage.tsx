"use client";

import { Button } from "../ui/button";
import { Card } from "../ui/card";

/**
 * What is left when not even the layout can be rendered. It has no icons: their sprite is part of
 * the layout.
 */
export default function Outage({ id, retry }: { id: string | undefined; retry: () => void }) {
  return (
    <main className="mx-auto max-w-[560px] px-4 pt-24">
      <title>Slugline is not available</title>
      <p className="mb-4 flex items-center gap-2.5 font-semibold">
        <img src="/mark.svg" alt="" width={28} height={28} /> Slugline
      </p>
      <Card role="alert" className="p-5">
        <h1 className="font-semibold text-lead">Slugline could not answer</h1>
        <p className="mt-1 text-secondary">
          The database may be unavailable. Short links that were used lately keep redirecting, and
          their clicks wait in the journal.
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button onClick={retry}>Try again</Button>
          {id && <span className="font-mono text-label text-tertiary">Request {id}</span>}
        </div>
      </Card>
    </main>
  );
}
