import { originOf } from "../config/env";
import { linkState } from "../links/link-state";
import { counted, forMethod } from "./answer-visit";
import { chooseAddress } from "./choose-address";
import { classifyVisitor, type VisitorClass } from "./describe/classify-visitor";
import type { Target } from "./find-targets";
import { findVisited } from "./ignore-case";
import { countRecorded, recordVisit } from "./record-visit";
import { isAllowed, lookOfVisit, refuseFailed, refuseUnknown } from "./refuse-visit";
import * as replies from "./replies";
import type { Reply, Visit } from "./visit";

/** Answers `/<slug>+`, which shows where a link leads. Never throws. */
export async function answerPreviewPage(visit: Visit): Promise<Reply> {
  const from = performance.now();
  if (visit.method !== "GET" && visit.method !== "HEAD")
    return counted(replies.methodNotAllowed(), from);
  const visitor: VisitorClass = {
    uncounted: { kind: "previewPage", name: classifyVisitor(visit).uncounted?.name ?? "" },
    gets: "redirect",
  };
  try {
    const target = await findVisited(visit.slug);
    if (target === null || !isShown(target, visit.at))
      return counted(forMethod(refuseUnknown(visit, `${visit.slug}+`), visit), from);
    await recordVisit(visit, visitor, target);
    countRecorded(visitor);
    return counted(
      forMethod(
        replies.previewPage(
          visit.slug,
          { ...target, url: chooseAddress(visit, target).url },
          visit.query,
          originOf(visit.domain),
          lookOfVisit(visit),
        ),
        visit,
      ),
      from,
    );
  } catch (error) {
    return counted(forMethod(refuseFailed(visit, visitor, error), visit), from);
  }
}

/**
 * Only clicks learn the destination of a link with a maximum, and nobody that of one that leads
 * nowhere now or asks for a password.
 */
function isShown(target: Target, now: Date): boolean {
  return target.maxClicks === null && linkState(target, now) === "active" && isAllowed(target.url);
}
