"use client";

import { createContext, type ReactNode, use } from "react";
import type { Viewer } from "./viewer";

const Context = createContext<Viewer>({ locale: "en", isApple: false, theme: "system", shortcuts: true, timeZone: "UTC" });

export function ViewerProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return <Context value={viewer}>{children}</Context>;
}

/** The viewer's settings in client components. Server components call `getViewer`. */
export function useViewer(): Viewer {
  return use(Context);
}
