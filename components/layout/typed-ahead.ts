/**
 * Text typed while the dialog with the field is still loading; null when nothing is being buffered.
 */
let typed: string | null = null;
/** Stops buffering if the field never appears. */
let end: ReturnType<typeof setTimeout> | undefined;
const limitMs = 3_000;

/**
 * Buffers typed and pasted text until `takeTyped`, so that nothing typed while a dialog loads is
 * lost.
 */
export function keepTyped(): void {
  if (typed === null) {
    addEventListener("keydown", keep, { capture: true });
    addEventListener("paste", keepPasted, { capture: true });
  }
  typed = "";
  clearTimeout(end);
  end = setTimeout(takeTyped, limitMs);
}

/** Returns the buffered text and stops buffering. */
export function takeTyped(): string {
  removeEventListener("keydown", keep, { capture: true });
  removeEventListener("paste", keepPasted, { capture: true });
  clearTimeout(end);
  const text = typed ?? "";
  typed = null;
  return text;
}

function keep(event: KeyboardEvent): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  add(event.key, event);
}

function keepPasted(event: ClipboardEvent): void {
  add(event.clipboardData?.getData("text/plain") ?? "", event);
}

function add(text: string, event: Event): void {
  typed = `${typed ?? ""}${text}`;
  // The key is meant for the field, so it must not trigger a shortcut.
  event.stopImmediatePropagation();
  event.preventDefault();
}
