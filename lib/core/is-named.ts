/**
 * Whether this is an error of the class with this name. The server and each of Next's layers are
 * bundled separately, each with its own copy of every class, so `instanceof` fails for errors that
 * what they share throws. A lint rule refuses it.
 */
export function isNamed<E extends Error>(error: unknown, name: E["name"]): error is E {
  return error instanceof Error && error.name === name;
}
