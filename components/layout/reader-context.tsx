"use client";

import { createContext, type ReactNode, use } from "react";
import type { Reader } from "./reader";

const Context = createContext<Reader>({ locale: "en", isApple: false, theme: "system", shortcuts: true, timeZone: "UTC" });

export function ReaderProvider({ reader, children }: { reader: Reader; children: ReactNode }) {
  return <Context value={reader}>{children}</Context>;
}

/** Who reads, for parts that run in the browser; on the server ask `getReader`. */
export function useReader(): Reader {
  return use(Context);
}
