import { ignoresCase } from "../links/slug-names";
import type { Target } from "./find-targets";
import { findTarget, findTargetWithoutCase } from "./link-caches";

/*
 * With IGNORE_CASE, addresses that would be answered 404 are read once more. What an ordinary visit
 * does stays as it is.
 */

/**
 * For a slug that no link has: the one link whose slug differs by letter case alone. `/dashboard`
 * leads elsewhere already.
 */
export async function findIgnoringCase(slug: string): Promise<Target | null> {
  return ignoresCase() && slug !== "dashboard" ? findTargetWithoutCase(slug) : null;
}

/** The link to which a slug leads, or null. `answerVisit` does the same with fewer awaits. */
export async function findVisited(slug: string): Promise<Target | null> {
  return (await findTarget(slug)) ?? (await findIgnoringCase(slug));
}
