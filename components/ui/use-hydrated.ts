import { useSyncExternalStore } from "react";

/** False on the server and until the component reacts: what is chosen before would be lost. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
