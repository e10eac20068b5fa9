/** What was typed since a field was asked for that is still being loaded. */
let typed: string | null = null;
/** A field that never comes must not keep the keys. */
let end: ReturnType<typeof setTimeout> | undefined;
const limitMs = 3_000;

/** Keeps what is typed from now on, until `takeTyped`: nobody waits for a window before typing into it. */
export function keepTyped(): void {
  if (typed === null) addEventListener("keydown", keep, { capture: true });
  typed = "";
  clearTimeout(end);
  end = setTimeout(takeTyped, limitMs);
}

/** Gives what was typed meanwhile, once. */
export function takeTyped(): string {
  removeEventListener("keydown", keep, { capture: true });
  clearTimeout(end);
  const text = typed ?? "";
  typed = null;
  return text;
}

function keep(event: KeyboardEvent): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  typed = `${typed ?? ""}${event.key}`;
  // It is meant for the field and must start nothing else.
  event.stopImmediatePropagation();
  event.preventDefault();
}
