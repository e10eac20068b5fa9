"use client";

import { createContext, use } from "react";

/** What every part of the dashboard may need to know of this instance. */
export interface Instance {
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
