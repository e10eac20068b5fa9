import { validate } from "uuid";
import { SluglineError } from "../core/errors";

/** Throws `not_found` for text that Postgres would refuse to compare with an id. */
export function asUuid(id: string): string {
  if (validate(id)) return id;
  throw new SluglineError("not_found", "There is no receiver with this id.");
}
