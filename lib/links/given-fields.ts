/**
 * With the hash of its password in place of it, so that nothing is hashed behind a lock or in a
 * transaction.
 */
export type Hashed<T> = Omit<T, "password"> & { password?: never; passwordHash?: string | null };

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Only the fields that an owner gave. */
export function givenOf<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<T>;
}
