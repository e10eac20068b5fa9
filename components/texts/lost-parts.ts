/** Why something did not come: the connection, the server, another version of it, or none of these. */
type LossCause = "noConnection" | "noAnswer" | "updated" | "unknown";

/** What did not come, by address, and how it is asked for again. */
const lost = new Map<string, { isAsked: boolean; again: () => Promise<unknown> }>();
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

export function askAgain(): void {
  for (const [src, part] of lost) {
    if (part.isAsked) continue;
    part.isAsked = true;
    part.again().then(
      () => {
        lost.delete(src);
        if (lost.size === 0) setCause(null);
      },
      () => lose(src, part.again),
    );
  }
}

const retryMs = 400;

/** What `load` gets, once it comes. A loss is said and repaired like that of a script. */
export function untilCome<T>(src: string, load: () => Promise<T>): Promise<T> {
  return load().catch(
    () =>
      new Promise((resolve) => {
        lose(src, () => load().then(resolve));
      }),
  );
}

/** A script registers itself with the bundler, whoever has asked for it. A lost one is heard of again. */
function loseScript(script: HTMLScriptElement): void {
  // The bundler knows it by what the attribute says.
  const src = script.getAttribute("src") ?? "";
  script.remove();
  lose(
    src,
    () =>
      new Promise((resolve) => {
        const next = Object.assign(document.createElement("script"), { src, onload: resolve });
        document.head.append(next);
      }),
  );
}

/** Asks for it again by itself once, then at each press. */
function lose(src: string, again: () => Promise<unknown>): void {
  const isFirst = !lost.has(src);
  lost.set(src, { isAsked: false, again });
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
    loseScript(event.target);
  };
  addEventListener("error", hear, { capture: true });
  for (const sign of ["pointerdown", "keydown", "online"])
    addEventListener(sign, askAgain, { capture: true, passive: true });
  for (const script of document.scripts)
    if (isOurs(script) && hasFailed(script)) loseScript(script);
}
