import { refusedField, SluglineError } from "../core/errors";
import { contradicts } from "../core/link-extras";

export function linkNotFound(slug: string): SluglineError {
  return new SluglineError("not_found", "slugUnknown", { slug });
}

export function slugTaken(slug: string): SluglineError {
  return new SluglineError("slug_taken", "slugTaken", { slug });
}

/** Of a link as it would be after a change, whose other date may be an older one. */
export function contradictionIn(dates: Parameters<typeof contradicts>[0]): SluglineError | null {
  if (!contradicts(dates)) return null;
  return refusedField("startsAt", "mustStartBefore");
}
