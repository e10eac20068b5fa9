import { createHash, timingSafeEqual } from "node:crypto";
import { SluglineError } from "../errors";
import { apiToken } from "./api-token";

/** Throws `unauthorized` unless the Authorization header carries the API token; a missing, malformed and wrong one look the same. */
export function requireApiToken(authorization: string | null): void {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (given !== undefined && isSame(given, apiToken())) return;
  throw new SluglineError("unauthorized", "Send the API token in the header Authorization: Bearer <API_TOKEN>.");
}

/** Compares digests, so that neither content nor length shows in the time it takes. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
