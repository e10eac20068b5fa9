"use client";

import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useId,
} from "react";
import { cn } from "./cn";

interface Chosen {
  id: string;
  value: string | undefined;
  choose: (value: string) => void;
}

const Context = createContext<Chosen>({ id: "", value: undefined, choose: () => {} });

/** Ids have no blanks. */
const idOf = ({ id }: Chosen, part: "tab" | "panel", value: string) =>
  `${id}-${part}-${encodeURIComponent(value)}`;

/** Tabs of which the panel of one is rendered. Those of Base UI are eight times as much to load. */
export function Tabs({
  value,
  onValueChange: choose = () => {},
  ...props
}: { value: string | undefined; onValueChange?: (value: string) => void } & ComponentProps<"div">) {
  return (
    <Context value={{ id: useId(), value, choose }}>
      <div {...props} />
    </Context>
  );
}

/** Arrow keys move the focus; a press, Enter or Space chooses. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = tabs.indexOf(event.target as HTMLElement);
  const forth = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
  const places: Record<string, number> = {
    ArrowRight: at + forth,
    ArrowLeft: at - forth,
    Home: 0,
    End: -1,
  };
  const place = places[event.key];
  if (place === undefined) return;
  event.preventDefault();
  tabs.at(place % tabs.length)?.focus();
}

/** For a ruled card header; the underline of the selected tab covers the hairline. */
export function TabList(props: { "aria-label": string; children: ReactNode }) {
  return (
    <div
      role="tablist"
      onKeyDown={moveFocus}
      className="ms-auto flex max-w-full gap-3.5 self-stretch overflow-x-auto [scrollbar-width:none]"
      {...props}
    />
  );
}

export function Tab({ value, children }: { value: string; children: ReactNode }) {
  const chosen = use(Context);
  const isOn = chosen.value === value;
  return (
    <button
      type="button"
      role="tab"
      id={idOf(chosen, "tab", value)}
      aria-selected={isOn}
      aria-controls={isOn ? idOf(chosen, "panel", value) : undefined}
      tabIndex={isOn ? 0 : -1}
      onClick={() => chosen.choose(value)}
      className={cn(
        "relative -mb-px min-h-6 shrink-0 whitespace-nowrap px-px text-secondary text-small after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 hover:text-text focus-visible:-outline-offset-2 max-sm:min-h-11 max-sm:min-w-9",
        isOn && "font-medium text-text after:bg-accent",
      )}
    >
      {children}
    </button>
  );
}

export function TabPanel({ value, ...props }: { value: string } & ComponentProps<"div">) {
  const chosen = use(Context);
  if (chosen.value !== value) return null;
  return (
    <div
      role="tabpanel"
      id={idOf(chosen, "panel", value)}
      aria-labelledby={idOf(chosen, "tab", value)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may have nothing else to reach
      tabIndex={0}
      {...props}
    />
  );
}
