import { counts } from "../config/counts";
import { linkState } from "../links/link-state";
import { domainProof, isProofRequest } from "../owners/domain-proof";
import { answerWithExtras } from "./answer-with-extras";
import { answerWithPage } from "./answer-with-page";
import { classifyVisitor, type VisitorClass } from "./describe/classify-visitor";
import { findIgnoringCase } from "./ignore-case";
import { findTarget, knownTarget } from "./link-caches";
import { countRecorded, recordVisit } from "./record-visit";
import { isAllowed, refuseFailed, refuseForm, refuseLink, refuseUnknown } from "./refuse-visit";
import * as replies from "./replies";
import type { Reply, Visit } from "./visit";

/**
 * Answers a visit: looks up the link, classifies the visitor, records the visit and replies. A
 * click is durable before its redirect is returned. Never throws: failures become a 503.
 */
export async function answerVisit(visit: Visit): Promise<Reply> {
  const from = performance.now();
  if (visit.method !== "GET" && visit.method !== "HEAD" && !visit.readForm)
    return counted(replies.methodNotAllowed(), from);
  let visitor: VisitorClass | null = null;
  try {
    // Before the link is looked up, so that the answer says nothing about it.
    if (visit.domain !== null && isProofRequest(visit))
      return counted(
        forMethod(replies.proof(await domainProof(visit.domain, visit.slug)), visit),
        from,
      );
    // Most visits hit the cache. Skipping the await makes them a tenth cheaper.
    const known = knownTarget(visit.slug);
    const target =
      (known === undefined ? await findTarget(visit.slug) : known) ??
      (await findIgnoringCase(visit.slug));
    if (target !== null && !target.isPlain)
      return counted(forMethod(await answerWithExtras(visit, target), visit), from);
    if (visit.readForm) return counted(refuseForm(visit, target), from);
    if (target === null) return counted(forMethod(await withoutLink(visit), visit), from);
    const state = linkState(target, visit.at);
    if (state !== "active" || !isAllowed(target.url))
      return counted(forMethod(refuseLink(visit, target, state), visit), from);
    visitor = classifyVisitor(visit);
    await recordVisit(visit, visitor, target);
    countRecorded(visitor);
    if (visitor.gets === "redirect") return counted(replies.redirect(target.url), from);
    return counted(forMethod(await answerWithPage(visit, target, visitor), visit), from);
  } catch (error) {
    return counted(forMethod(refuseFailed(visit, visitor, error), visit), from);
  }
}

/** At BASE_URL the proof comes behind the look-up, so that it costs redirects nothing. */
async function withoutLink(visit: Visit): Promise<Reply> {
  return isProofRequest(visit)
    ? replies.proof(await domainProof("", visit.slug))
    : refuseUnknown(visit);
}

/** `from`: when the request arrived, in the time of `performance.now()`. */
export function counted(reply: Reply, from: number): Reply {
  const { visits, redirectSeconds } = counts();
  visits[reply.status] = (visits[reply.status] ?? 0) + 1;
  if (reply.status === 302) redirectSeconds.add((performance.now() - from) / 1_000);
  return reply;
}

/** HEAD gets the headers of GET, Content-Length included, without the body (RFC 9110, 9.3.2). */
export function forMethod(reply: Reply, { method }: Visit): Reply {
  return method === "HEAD" && reply.body !== null ? { ...reply, body: null } : reply;
}
