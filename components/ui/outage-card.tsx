interface OutageTexts {
  heading: string;
  advice: string;
  tryAgain: string;
  request: (id: string) => string;
}

/** A failure with what to do about it. Every page brings it along, so it is markup alone. */
export function OutageCard({
  id,
  retry,
  texts,
  heading: Heading = "h2",
}: {
  /** The request id to look for in the log. */
  id: string | undefined;
  retry: () => void;
  texts: OutageTexts;
  heading?: "h1" | "h2";
}) {
  return (
    <section role="alert" className="min-w-0 rounded-card border border-hairline bg-surface p-5">
      <Heading className="font-semibold">{texts.heading}</Heading>
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
