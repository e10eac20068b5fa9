import { SluglineError } from "@/lib/core/errors";
import { apiRoute } from "@/lib/http/api-route";

/** Answers 404 to every other path under /api, for any method. */
function nothingHere(): never {
  throw new SluglineError("not_found", "apiPathUnknown");
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute("/api/[[...path]]", {
  GET: nothingHere,
  POST: nothingHere,
  PUT: nothingHere,
  PATCH: nothingHere,
  DELETE: nothingHere,
  OPTIONS: nothingHere,
});
