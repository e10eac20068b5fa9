import { SluglineError } from "@/lib/core/errors";
import { apiRoute } from "@/lib/http/api-route";

/** Whatever else is asked for under /api: nothing is there, for any method. */
function nothingHere(): never {
  throw new SluglineError("not_found", "There is nothing at this path: see the README for the paths of the API.");
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute({
  GET: nothingHere,
  POST: nothingHere,
  PUT: nothingHere,
  PATCH: nothingHere,
  DELETE: nothingHere,
  OPTIONS: nothingHere,
});
