import { type ActionResult, mayBeDone } from "@/lib/core/action-result";
import { newKey } from "@/lib/core/new-key";

/** What a form has sent, and the key that gets the answer of the first time. */
interface Attempt {
  sent: string;
  key: string;
}

/** The attempts of a form that got no answer. */
export interface AttemptStore {
  read: () => readonly Attempt[];
  write: (attempts: readonly Attempt[]) => void;
}

/**
 * Sends a body. Sent again because its answer was lost, it has the key of the first time and so gets
 * that answer.
 */
export async function sendOnce<T>(
  store: AttemptStore,
  body: unknown,
  send: (key: string) => Promise<ActionResult<T>>,
): Promise<ActionResult<T>> {
  const open = store.read();
  const attempt = open.find(isOf(body)) ?? { sent: JSON.stringify(body), key: newKey() };
  const others = open.filter((each) => each !== attempt);
  store.write([...others, attempt]);
  const result = await send(attempt.key);
  if (result.ok) store.write([]);
  else if (!mayBeDone(result)) store.write(others);
  return result;
}

/** Whether another body than this one may have been stored already. */
export function mayDouble(store: AttemptStore, body: unknown): boolean {
  const open = store.read();
  return open.length > 0 && !open.some(isOf(body));
}

const isOf = (body: unknown) => {
  const text = JSON.stringify(body);
  return ({ sent }: Attempt) => sent === text;
};

const inMemory = new Map<string, readonly Attempt[]>();

/** Kept over a reload of the tab, but for passwords. */
export function attemptsOf(form: string): AttemptStore {
  const storageKey = `${form}-attempts`;
  return {
    read: () => inMemory.get(form) ?? stored(storageKey),
    write: (attempts) => {
      inMemory.set(form, attempts);
      const kept = attempts.filter(({ sent }) => !sent.includes('"password"'));
      try {
        if (kept.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(kept));
        else sessionStorage.removeItem(storageKey);
      } catch {
        // A browser without storage keeps them until a reload.
      }
    },
  };
}

function stored(storageKey: string): Attempt[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
  } catch {
    return [];
  }
}
