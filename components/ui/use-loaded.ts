import { useEffect, useState } from "react";

/**
 * The default export of a module that is loaded once it is wanted; null until then. Show it inside a
 * Suspense: while it waits for its texts, the nearest one is hidden.
 */
export function useLoaded<T>(load: () => Promise<{ default: T }>, wish: unknown): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  useEffect(() => {
    if (wish) void load().then((module) => setLoaded(() => module.default));
  }, [load, wish]);
  return loaded;
}
