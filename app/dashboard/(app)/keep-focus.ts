/** Loaded once: the focus never falls to the page when what had it disappears. */

let last: Element | null = null;
/** The rows beside that of `last`. */
let beside: (Element | null | undefined)[] = [];
let isDisabled = false;

addEventListener("focusin", ({ target }) => {
  last = target as Element;
  const row = last.closest("li, tr");
  beside = [row?.nextElementSibling, row?.previousElementSibling];
  isDisabled = false;
});

const focusable = "a[href], button:not(:disabled), input:not(:disabled)";

function keepFocus(): void {
  if (document.activeElement !== document.body || !last) return;
  if (last.isConnected) {
    // It gets the focus back as soon as it can have it.
    if (last.matches(":disabled")) isDisabled = true;
    else if (isDisabled) (last as HTMLElement).focus({ preventScroll: true });
    return;
  }
  last = null;
  const row = beside.find((each) => each?.isConnected);
  const next = row?.querySelector<HTMLElement>(focusable) ?? document.querySelector("main");
  next?.focus({ preventScroll: true });
}

// A dialog that closes, or a page that opens, moves it by itself first.
const patienceMs = 150;
let timer: ReturnType<typeof setTimeout>;
new MutationObserver(() => {
  if (document.activeElement !== document.body) return;
  clearTimeout(timer);
  timer = setTimeout(keepFocus, patienceMs);
}).observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });

export {};
