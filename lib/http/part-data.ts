import { randomUUID } from "node:crypto";
import { toRefusal } from "../database/to-refusal";

/** What is said of a part of a page that could not be made; `id` is what to look for in the log. */
export interface PartFailure {
  message: string;
  id: string;
}

/** What a part of a page is made of, or why there is nothing. */
export type PartData<T> = { ok: true; value: T } | { ok: false; failure: PartFailure };

/** Never rejects, so that one part of a page fails alone. */
export async function partData<T>(promise: Promise<T>): Promise<PartData<T>> {
  try {
    return { ok: true, value: await promise };
  } catch (error) {
    const id = randomUUID();
    return { ok: false, failure: { message: toRefusal(error, id).message, id } };
  }
}
