"use client";

import { useEffect, useRef } from "react";
import { pressedKey } from "../ui/pressed-key";
import { useViewer } from "./viewer-context";

/** Handlers by key (`c`, `?`) or key sequence (`g h`). Keys are named as in `pressedKey`. */
type Shortcuts = Record<string, (event: KeyboardEvent) => void>;

/** Maximum time between the two keys of a sequence. */
const pairMs = 1_200;

/**
 * When several components use the same key, the one mounted last gets it. One listener serves all,
 * so that sequences work across components.
 */
const layers: { current: Shortcuts }[] = [];
let first = { key: "", at: Number.NEGATIVE_INFINITY };

/**
 * Registers shortcuts while the component is mounted. They do nothing in text fields, in dialogs,
 * and when the viewer has switched them off.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const { shortcuts: wanted } = useViewer();
  const layer = useRef(shortcuts);
  useEffect(() => {
    layer.current = shortcuts;
  });
  useEffect(() => {
    if (!wanted) return;
    addEventListener("keydown", listen);
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) removeEventListener("keydown", listen);
    };
  }, [wanted]);
}

function listen(event: KeyboardEvent): void {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.defaultPrevented ||
    isTaken(event.target)
  )
    return;
  const key = pressedKey(event);
  const isPair = event.timeStamp - first.at < pairMs;
  const run = find(isPair ? `${first.key} ${key}` : key);
  first = {
    key,
    at: !isPair && startsPair(key) ? event.timeStamp : Number.NEGATIVE_INFINITY,
  };
  if (!run) return;
  event.preventDefault();
  run(event);
}

function find(keys: string): Shortcuts[string] | undefined {
  return layers.findLast((layer) => keys in layer.current)?.current[keys];
}

function startsPair(key: string): boolean {
  return layers.some((layer) =>
    Object.keys(layer.current).some((keys) => keys.startsWith(`${key} `)),
  );
}

function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector("[data-modal], [role=menu], [data-panel][open]")) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select"))
  );
}
