import { type MouseEvent, type PointerEvent, useEffect, useRef } from "react";
import { slugAt } from "../row-focus";

const pressMs = 500;
/** A finger that moves further scrolls. */
const stillPx = 10;

/**
 * Handlers for a list in which a long press of a finger on a row calls `toggle`, and opens neither
 * its link nor a menu. Texts in the row can be selected by one as elsewhere.
 */
export function useLongPress(toggle: (slug: string) => void) {
  const press = useRef<{ slug: string; x: number; y: number; timer: number }>(undefined);
  const wasLong = useRef(false);
  const stop = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  const take = () => {
    if (!press.current) return;
    wasLong.current = true;
    toggle(press.current.slug);
    stop();
  };
  const swallow = (event: MouseEvent) => {
    if (!wasLong.current) return;
    event.preventDefault();
    event.stopPropagation();
  };
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  return {
    onPointerDown: ({ target, pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      stop();
      wasLong.current = false;
      const slug = slugAt(target);
      if (pointerType !== "touch" || !isPrimary || !slug) return;
      if (target instanceof Element && target.closest("button, input, [data-text]")) return;
      press.current = { slug, x, y, timer: window.setTimeout(take, pressMs) };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const start = press.current;
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > stillPx) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // A click of the keyboard has no count.
    onClickCapture: (event: MouseEvent) => event.detail > 0 && swallow(event),
    // Android asks for the menu of the link at about the same time.
    onContextMenu: (event: MouseEvent) => {
      take();
      swallow(event);
    },
  };
}
