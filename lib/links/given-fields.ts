import { hashPassword } from "better-auth/crypto";

interface WithPassword {
  password?: string | null | undefined;
}

/** With the hash of its password in place of it. */
export type Hashed<T> = Omit<T, "password"> & { passwordHash?: string | null };

/** Hashes the password with scrypt, like those of owners. That takes a core for about 50 ms, so do it before anything is locked. */
export async function withHash<T extends WithPassword>({ password, ...rest }: T): Promise<Hashed<T>> {
  return password === undefined ? rest : { ...rest, passwordHash: password === null ? null : await hashPassword(password) };
}

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Only the fields that an owner gave. */
export function givenOf<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
