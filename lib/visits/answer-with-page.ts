import { originOf } from "../config/env";
import { findCard } from "../previews/find-card";
import type { VisitorClass } from "./describe/classify-visitor";
import type { Target } from "./find-targets";
import { lookOfVisit } from "./refuse-visit";
import * as replies from "./replies";
import type { Reply, Visit } from "./visit";

/**
 * Whether a visit to an active link is redirected. A maximum of clicks limits who learns the
 * destination, so a visit that uses up no click does not.
 */
export function isRedirected({ uncounted, gets }: VisitorClass, { maxClicks }: Target): boolean {
  return gets === "redirect" && (uncounted === null || maxClicks === null);
}

/**
 * The answer to a visit to an active link that is not redirected. Programs get a page with status
 * 200, which none takes for an error.
 */
export async function answerWithPage(
  visit: Visit,
  target: Target,
  { uncounted, gets }: VisitorClass,
): Promise<Reply> {
  const baseUrl = originOf(visit.domain);
  const look = lookOfVisit(visit);
  if (target.maxClicks === null && gets === "card")
    return replies.card(target, await findCard(target, visit.at), originOf(target.domain), look);
  if (uncounted?.kind === "prefetch") return replies.notPrefetched(visit.slug, baseUrl, look);
  if (uncounted?.kind === "owner") return replies.notCounted(visit.slug, baseUrl, look);
  return replies.cardWithoutDestination(target, originOf(target.domain), look);
}
