import { type ClickRefusal, counts } from "../config/counts";
import { isDashboardHost, originOf } from "../config/env";
import { log } from "../config/log";
import { isAllowedDestination, isWebAddress } from "../core/destination";
import { errorText, isNamed } from "../core/errors";
import { isDataFault } from "../database/database-errors";
import { type LinkState, linkState } from "../links/link-state";
import type { PageLook } from "../pages/page-look";
import { forwardFrom, withSlug } from "../pages/site-schema";
import { classifyVisitor, type VisitorClass } from "./describe/classify-visitor";
import type { Target } from "./find-targets";
import type { QueueFullError } from "./group-commit";
import type { JournalFullError } from "./journal/journal";
import type { LimitUnavailableError } from "./limits/limited-clicks";
import { notFoundLimit } from "./limits/not-found-limit";
import { countMissed, mostPerMinute } from "./missed-slugs";
import { ownPart, visitSettings } from "./own-part";
import { addressOf } from "./record-visit";
import * as replies from "./replies";
import type { Reply, Visit } from "./visit";

/**
 * Whether DESTINATION_SCHEMES still lists the scheme. Of nearly all links this is known without the
 * settings.
 */
export function isAllowed(url: string): boolean {
  return isWebAddress(url) || isAllowedDestination(url, visitSettings().get().DESTINATION_SCHEMES);
}

/** How the pages look for this visitor. */
export function lookOfVisit({ header }: Visit): PageLook {
  return visitSettings().lookFor(header("accept-language"));
}

/** The reply for a slug that no link has. `shown`: the path as the visitor wrote it. */
export function refuseUnknown(visit: Visit, shown = visit.slug): Reply {
  const hasDashboard =
    ownPart().config.ROLE !== "redirects" && visit.domain === null && isDashboardHost(visit.header);
  if (shown === "dashboard" && hasDashboard) return replies.toDashboard();
  const limited = limitUnknown(visit);
  if (limited.reply) return limited.reply;
  if (limited.count <= mostPerMinute && shown === visit.slug) countMissed(visit);
  return notFound(visit, shown);
}

/**
 * The reply for a link that leads nowhere now. Only one that is over may differ from an unknown
 * slug; its own address for that comes before that of the service.
 */
export function refuseLink(
  visit: Visit,
  { expiredUrl, expiresAt }: Target,
  state: LinkState,
): Reply {
  if (state !== "expired" && state !== "usedUp")
    return limitUnknown(visit).reply ?? notFound(visit, visit.slug);
  if (expiredUrl !== null && isAllowed(expiredUrl) && !leadsBack(expiredUrl))
    return replies.redirect(expiredUrl);
  return replies.expired(
    originOf(visit.domain),
    lookOfVisit(visit),
    forwardFrom(visitSettings().get().EXPIRED_URL, visit.header),
    state === "expired" && expiresAt !== null ? new Date(expiresAt) : undefined,
  );
}

/** Such an address is refused, but DOMAINS may list its host since. */
function leadsBack(address: string): boolean {
  return ownPart().config.DOMAINS.size > 0 && visitSettings().isOwnAddress(address);
}

/**
 * The reply to a form for a slug that asks for no password. Those for slugs that lead nowhere are
 * limited: forms would try slugs out, too.
 */
export function refuseForm(visit: Visit, target: Target | null): Reply {
  const isLive =
    target !== null && linkState(target, visit.at) === "active" && isAllowed(target.url);
  return (isLive ? null : limitUnknown(visit).reply) ?? replies.methodNotAllowed();
}

function notFound(visit: Visit, shown: string): Reply {
  const elsewhere = forwardFrom(visitSettings().at(visit.domain, "NOT_FOUND_URL"), visit.header);
  return elsewhere === undefined
    ? replies.notFound(shown, originOf(visit.domain), lookOfVisit(visit))
    : replies.redirect(withSlug(elsewhere, shown));
}

/** Counts a request for a slug that seems unknown. */
function limitUnknown(visit: Visit): { reply: Reply | null; count: number } {
  const { NOT_FOUND_LIMIT } = ownPart().config;
  const { retryAfterS, count } = notFoundLimit().take(addressOf(visit), visit.at);
  return {
    reply:
      retryAfterS === null
        ? null
        : replies.tooManyRequests(
            retryAfterS,
            NOT_FOUND_LIMIT,
            originOf(visit.domain),
            lookOfVisit(visit),
          ),
    count,
  };
}

/**
 * The reply if a visit could not be looked up or recorded. `visitor`: null if it was not counted as
 * received yet.
 */
export function refuseFailed(visit: Visit, visitor: VisitorClass | null, error: unknown): Reply {
  log().error({ error: errorText(error) }, "a visit failed");
  countRefused(visit, visitor, error);
  return replies.unavailable(lookOfVisit(visit));
}

function countRefused(visit: Visit, visitor: VisitorClass | null, error: unknown): void {
  if ((visitor ?? classifyVisitor(visit)).uncounted) return;
  const { clicks, refused } = counts();
  if (visitor === null) clicks.received++;
  refused[visitor === null ? "lookup_failed" : clickRefusal(error)]++;
}

/**
 * Why a click could not be recorded, for the metrics. A failed write to the journal is an error of
 * the system, which has a code.
 */
export function clickRefusal(error: unknown): ClickRefusal {
  if (isNamed<QueueFullError>(error, "QueueFullError")) return "queue_full";
  if (isNamed<JournalFullError>(error, "JournalFullError")) return "journal_full";
  if (isNamed<LimitUnavailableError>(error, "LimitUnavailableError")) return "limit_unavailable";
  if (isDataFault(error)) return "invalid";
  return error instanceof Error && "syscall" in error ? "journal_failed" : "internal";
}
