import { refusedField, SluglineError } from "../core/errors";
import { contradicts } from "../core/link-extras";

export function linkNotFound(slug: string): SluglineError {
  return new SluglineError("not_found", `There is no link with the slug "${slug}".`);
}

export function slugTaken(slug: string): SluglineError {
  return new SluglineError("slug_taken", `The slug "${slug}" is taken: choose another one.`);
}

/** Of a link as it would be after a change, whose other date may be an older one. */
export function contradictionIn(dates: Parameters<typeof contradicts>[0]): SluglineError | null {
  if (!contradicts(dates)) return null;
  return refusedField("startsAt", "startsAt must be before expiresAt: the link would never work.");
}
