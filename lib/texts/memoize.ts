import { LRUCache } from "lru-cache";

/** Longer texts are noise, and the patterns that parse them are expensive. */
const maxCharacters = 500;

/**
 * Caches a pure function of a visitor's header: a few values make up most visits, and parsing one
 * takes longer than the rest of the visit. Only the first 500 characters are passed on.
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
