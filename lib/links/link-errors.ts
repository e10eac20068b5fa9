import { SluglineError } from "../core/errors";

export function linkNotFound(slug: string): SluglineError {
  return new SluglineError("not_found", `There is no link with the slug "${slug}".`);
}

export function slugTaken(slug: string): SluglineError {
  return new SluglineError("slug_taken", `The slug "${slug}" is taken: choose another one.`);
}
