"use client";

import { createContext, use } from "react";

/** Settings of this instance that any dashboard component may need. */
interface Instance {
  /** Scheme and host of the short links. */
  baseUrl: string;
  host: string;
}

export const InstanceContext = createContext<Instance | null>(null);

export function useInstance(): Instance {
  const instance = use(InstanceContext);
  if (!instance) throw new Error("useInstance needs a DashboardProvider around it.");
  return instance;
}
