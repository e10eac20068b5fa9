import type { ComponentProps } from "react";

/** Where not even the texts of the dashboard could be read. */
const english = {
  title: "Slugline is not available",
  heading: "Slugline could not answer",
  advice:
    "The database may be unavailable. Short links that were used lately keep redirecting, and their clicks wait in the journal.",
  tryAgain: "Try again",
  request: (id: string) => `Request ${id}`,
};

/** A failure with what to do about it, in markup alone: see `Outage`. */
export function OutageCard({
  id,
  retry,
  texts,
}: {
  id: string | undefined;
  retry: () => void;
  texts: Omit<typeof english, "title">;
}) {
  return (
    <section role="alert" className="min-w-0 rounded-card border border-hairline bg-surface p-5">
      <h1 className="font-semibold text-lead">{texts.heading}</h1>
      <p className="mt-1 text-secondary">{texts.advice}</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <button
          type="button"
          onClick={retry}
          className="inline-flex h-(--size-control) items-center rounded-control border border-hairline-strong bg-surface px-3.5 font-medium hover:bg-hover"
        >
          {texts.tryAgain}
        </button>
        {id && <span className="font-mono text-label text-tertiary">{texts.request(id)}</span>}
      </div>
    </section>
  );
}

/**
 * What is left when not even the layout can be rendered. Every page brings it along, so it has
 * neither components nor icons: their sprite is part of the layout.
 */
export function Outage({
  texts = english,
  ...shown
}: Omit<ComponentProps<typeof OutageCard>, "texts"> & { texts?: typeof english }) {
  return (
    <main className="mx-auto max-w-[560px] px-4 pt-24">
      <title>{texts.title}</title>
      <p className="mb-4 flex items-center gap-2.5 font-semibold">
        <img src="/mark.svg" alt="" width={28} height={28} /> Slugline
      </p>
      <OutageCard texts={texts} {...shown} />
    </main>
  );
}
