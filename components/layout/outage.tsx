import type { ComponentProps } from "react";
import { OutageCard } from "../ui/outage-card";

/** Where not even the texts of the dashboard could be read. */
const english = {
  title: "Slugline is not available",
  heading: "Slugline could not answer",
  advice:
    "The database may be unavailable. Short links that were used lately keep redirecting, and their clicks wait in the journal.",
  tryAgain: "Try again",
  request: (id: string) => `Request ${id}`,
};

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
      <OutageCard heading="h1" texts={texts} {...shown} />
    </main>
  );
}
