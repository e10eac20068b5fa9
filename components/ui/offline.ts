/**
 * Whether the server answers although the browser knows no network, as one on the same machine
 * does. It has answered with this page.
 */
let answers = true;

/** Whether the server is out of reach, as far as the browser knows. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false && !answers;
}

async function askServer(): Promise<void> {
  answers = false;
  answers = await fetch("/robots.txt", { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
}

globalThis.window?.addEventListener("offline", () => void askServer());
