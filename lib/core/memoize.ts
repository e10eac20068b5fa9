import { LRUCache } from "lru-cache";

/** Longer texts are noise, and the patterns that read them are not for free. */
const maxCharacters = 500;

/**
 * Wraps a reading of a visitor's header that depends on its text alone: few texts make up most visits, and reading one
 * takes longer than all the rest of a visit. Only the first 500 characters are read.
 */
export function memoize<T>(max: number, read: (text: string) => T): (text: string) => T {
  const known = new LRUCache<string, { value: T }>({ max });
  return (whole) => {
    const text = whole.length > maxCharacters ? whole.slice(0, maxCharacters) : whole;
    const hit = known.get(text);
    if (hit) return hit.value;
    const value = read(text);
    known.set(text, { value });
    return value;
  };
}
