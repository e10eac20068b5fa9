import { isDeadlineError, withDeadline } from "../../core/deadline";
import { isNamed } from "../../core/errors";
import { ownPart } from "../own-part";
import { sharedProvider } from "./provider";
import { OidcRefusal } from "./refusal";
import type { OidcSettings } from "./settings";

/** The health check is on many pages. */
const keptMs = 30_000;
/** How long a page waits for the provider. */
const limitMs = 2_000;

/** Why nobody could sign in at the provider now; null if it answers. */
export async function findProviderProblem(settings: OidcSettings): Promise<OidcRefusal | null> {
  const held = ownPart().oidc;
  const now = performance.now();
  const of = JSON.stringify(settings);
  if (!held.health || held.health.of !== of || now - held.health.at > keptMs)
    held.health = { at: now, of, problem: await askProvider(settings) };
  return held.health.problem;
}

async function askProvider(settings: OidcSettings): Promise<OidcRefusal | null> {
  try {
    await withDeadline(sharedProvider(settings), limitMs);
    return null;
  } catch (error) {
    if (isDeadlineError(error)) return new OidcRefusal("unreachable", "no answer within 2 s");
    if (isNamed<OidcRefusal>(error, "OidcRefusal")) return error;
    throw error;
  }
}
