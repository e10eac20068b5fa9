interface Slip {
  kind: "added" | "missing" | "changed" | "swapped";
  /** The first letter that differs. */
  at: number;
}

/** How `given` differs from `meant` by one slip of the hand; null if it is the same or differs more. */
export function findSlip(given: string, meant: string): Slip | null {
  const differing = [...given].findIndex((letter, place) => letter !== meant[place]);
  const at = differing === -1 ? given.length : differing;
  const [typed, wanted] = [given.slice(at), meant.slice(at)];
  if (typed.length === wanted.length + 1)
    return typed.slice(1) === wanted ? { kind: "added", at } : null;
  if (typed.length === wanted.length - 1)
    return typed === wanted.slice(1) ? { kind: "missing", at } : null;
  if (typed.length !== wanted.length || typed.length === 0) return null;
  if (typed.slice(2) === wanted.slice(2) && typed[0] === wanted[1] && typed[1] === wanted[0])
    return { kind: "swapped", at };
  return typed.slice(1) === wanted.slice(1) ? { kind: "changed", at } : null;
}
