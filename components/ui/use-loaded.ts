import { startTransition, useEffect, useState } from "react";

/**
 * The default export of a module that is loaded once it is wanted; null until then. It is shown in a
 * transition: one that waits for its texts would hide the part of the page that it is in.
 */
export function useLoaded<T>(load: () => Promise<{ default: T }>, wish: unknown): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  useEffect(() => {
    if (wish) void load().then((module) => startTransition(() => setLoaded(() => module.default)));
  }, [load, wish]);
  return loaded;
}
