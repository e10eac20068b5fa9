"use client";

import { createContext, type ReactNode, use } from "react";
import { knownTimeZone } from "@/lib/core/time-zone";
import type { Viewer } from "./viewer";

const Context = createContext<Viewer>({
  language: "en",
  locale: "en",
  isApple: false,
  theme: "system",
  shortcuts: true,
  timeZone: "UTC",
});

export function ViewerProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  // The server may know time zones that the browser does not.
  const timeZone = knownTimeZone(viewer.timeZone) ? viewer.timeZone : "UTC";
  return (
    <Context value={timeZone === viewer.timeZone ? viewer : { ...viewer, timeZone }}>
      {children}
    </Context>
  );
}

/** The viewer's settings in client components. Server components call `getViewer`. */
export function useViewer(): Viewer {
  return use(Context);
}
