/** What was typed since a field was asked for that is still being loaded. */
let typed: string | null = null;
/** A field that never comes must not keep the keys. */
let end: ReturnType<typeof setTimeout> | undefined;
const limitMs = 3_000;

/** Keeps what is typed and pasted from now on, until `takeTyped`: nobody waits for a dialog before typing into it. */
export function keepTyped(): void {
  if (typed === null) {
    addEventListener("keydown", keep, { capture: true });
    addEventListener("paste", keepPasted, { capture: true });
  }
  typed = "";
  clearTimeout(end);
  end = setTimeout(takeTyped, limitMs);
}

/** Gives what was typed meanwhile, once. */
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
  // It is meant for the field and must start nothing else.
  event.stopImmediatePropagation();
  event.preventDefault();
}
