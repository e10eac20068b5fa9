import { env } from "../config/env";
import { log } from "../config/log";
import { PerService } from "../config/per-service";
import { clientAddress } from "../core/client-address";
import { isExpired } from "../links/expiry";
import { findCard } from "../previews/find-card";
import { knownSalt, saltOf } from "../salts/daily-salt";
import { classifyVisitor, type VisitorClass } from "./classify-visitor";
import { type Click, describeClick } from "./describe-click";
import type { Target } from "./find-targets";
import { findTarget, knownTarget } from "./link-cache";
import { notFoundLimit } from "./not-found-limit";
import { proxyTrust } from "./proxy-trust";
import * as replies from "./replies";
import type { Reply, Visit } from "./visit";
import { recordClick, recordUncountedVisit } from "./visit-recorder";
import { hashVisitor } from "./visitor-hash";
import { visitorPlace } from "./visitor-place";

/**
 * Answers a visit: looks up the link, classifies the visitor, records the visit and replies. A click is durable before
 * its redirect is returned. Never throws: failures become a 503.
 */
export async function answerVisit(visit: Visit): Promise<Reply> {
  if (visit.method !== "GET" && visit.method !== "HEAD") return replies.methodNotAllowed();
  try {
    // Most visits hit the cache. Skipping the await makes them a tenth cheaper.
    const known = knownTarget(visit.slug);
    const target = known === undefined ? await findTarget(visit.slug) : known;
    if (target === null || !isLive(target, visit.at)) return forMethod(refusal(visit, target), visit);
    const visitor = classifyVisitor(visit);
    await record(visit, visitor, target);
    if (!visitor.wantsCard) return replies.redirect(target.url);
    return forMethod(replies.card(target, await findCard(target, visit.at), env().BASE_URL), visit);
  } catch (error) {
    log().error({ error: error instanceof Error ? error.message : "unknown" }, "a visit failed");
    return forMethod(replies.unavailable(), visit);
  }
}

function isLive(target: Target, now: Date): boolean {
  return target.enabled && !isExpired(target.expiresAt, now);
}

/** The response for a slug that does not redirect. A disabled link looks like an unknown one, even if it has expired. */
function refusal(visit: Visit, target: Target | null): Reply {
  const { BASE_URL } = env();
  if (target?.enabled) return replies.expired(BASE_URL);
  if (target === null && visit.slug === "dashboard") return replies.toDashboard();
  const retryAfterS = notFoundLimit().take(addressOf(visit), visit.at);
  return retryAfterS === null ? replies.notFound(visit.slug, BASE_URL) : replies.tooManyRequests(retryAfterS, BASE_URL);
}

/** For hashing and counting only; never stored. */
function addressOf({ peerAddress, header }: Visit): string {
  return clientAddress(peerAddress, header("x-forwarded-for"), proxyTrust());
}

/** HEAD gets the headers of GET, Content-Length included, without the body (RFC 9110, 9.3.2). */
function forMethod(reply: Reply, { method }: Visit): Reply {
  return method === "HEAD" && reply.body !== null ? { ...reply, body: null } : reply;
}

function record(visit: Visit, { uncounted }: VisitorClass, target: Target): Promise<void> {
  if (uncounted) return recordUncountedVisit({ ...uncounted, linkId: target.linkId, at: visit.at });
  const salt = knownSalt(visit.at);
  if (salt) return recordClick(clickOf(visit, target, salt));
  return saltOf(visit.at).then((settled) => recordClick(clickOf(visit, target, settled)));
}

function clickOf(visit: Visit, target: Target, salt: Uint8Array): Click {
  return describeClick(visit, target, { visitor: hashVisitor(addressOf(visit), salt), place: visitorPlace(visit) }, ownHost.get());
}

const ownHost = new PerService("own-host", () => new URL(env().BASE_URL).hostname);
