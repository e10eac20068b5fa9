/** Why scripts did not come: the connection, the server, another version of it, or none of these. */
type LossCause = "noConnection" | "noAnswer" | "updated" | "unknown";

/** Scripts that did not come, by address; true while they are asked for again. */
const lost = new Map<string, boolean>();
let cause: LossCause | null = null;
let tell = () => {};

export const lossCause = () => cause;

export function onLoss(listener: () => void): () => void {
  tell = listener;
  return () => {
    tell = () => {};
  };
}

function setCause(next: LossCause | null): void {
  cause = next;
  tell();
}

/** A script registers itself with the bundler, whoever has asked for it. */
export function askAgain(): void {
  for (const [src, isAsked] of lost) {
    if (isAsked) continue;
    lost.set(src, true);
    const script = Object.assign(document.createElement("script"), { src });
    script.onload = () => {
      lost.delete(src);
      if (lost.size === 0) setCause(null);
    };
    document.head.append(script);
  }
}

const retryMs = 400;

/** Asks for it again by itself once, then at each press. */
function lose(script: HTMLScriptElement): void {
  // The bundler knows it by what the attribute says.
  const src = script.getAttribute("src") ?? "";
  const isFirst = !lost.has(src);
  script.remove();
  lost.set(src, false);
  if (isFirst) setTimeout(askAgain, retryMs);
  else
    void fetch(src, { method: "HEAD", cache: "no-store" })
      .then(
        ({ status }) => (status === 404 ? "updated" : "unknown"),
        () => (navigator.onLine ? "noAnswer" : "noConnection"),
      )
      .then((found) => lost.has(src) && setCause(found));
}

const isOurs = (target: EventTarget | null): target is HTMLScriptElement =>
  target !== null &&
  "matches" in target &&
  (target as Element).matches('script[src*="/_next/static/"]');

/** Of a script that came or failed before this one ran. */
const hasFailed = ({ src }: HTMLScriptElement) =>
  (performance.getEntriesByName(src) as PerformanceResourceTiming[]).some(
    ({ responseStatus }) => responseStatus === 0 || responseStatus >= 400,
  );

/**
 * React and the bundler keep a failure for ever, so they do not get to know of one: what waits for
 * a script waits until it has come.
 */
if (typeof window !== "undefined") {
  const hear = (event: Event) => {
    if (!isOurs(event.target)) return;
    event.stopImmediatePropagation();
    lose(event.target);
  };
  addEventListener("error", hear, { capture: true });
  for (const sign of ["pointerdown", "keydown", "online"])
    addEventListener(sign, askAgain, { capture: true, passive: true });
  for (const script of document.scripts) if (isOurs(script) && hasFailed(script)) lose(script);
}
