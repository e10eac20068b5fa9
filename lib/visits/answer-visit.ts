import { counts } from "../config/counts";
import { env } from "../config/env";
import { log } from "../config/log";
import { PerService } from "../config/per-service";
import { clientAddress } from "../core/client-address";
import { isExpired } from "../links/expiry";
import { findCard } from "../previews/find-card";
import { knownSalt, saltOf } from "../salts/daily-salt";
import { classifyVisitor, type VisitorClass } from "./classify-visitor";
import { clickRefusal } from "./click-refusal";
import { type Click, describeClick } from "./describe-click";
import type { Target } from "./find-targets";
import { findTarget, knownTarget } from "./link-cache";
import { mostPerMinute, noteMissed } from "./missed-slugs";
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
  const from = performance.now();
  if (visit.method !== "GET" && visit.method !== "HEAD") return counted(replies.methodNotAllowed(), from);
  let visitor: VisitorClass | null = null;
  try {
    // Most visits hit the cache. Skipping the await makes them a tenth cheaper.
    const known = knownTarget(visit.slug);
    const target = known === undefined ? await findTarget(visit.slug) : known;
    if (target === null || !isLive(target, visit.at)) return counted(forMethod(refusal(visit, target), visit), from);
    visitor = classifyVisitor(visit);
    await record(visit, visitor, target);
    countRecorded(visitor);
    if (!visitor.wantsCard) return counted(replies.redirect(target.url), from);
    return counted(forMethod(replies.card(target, await findCard(target, visit.at), env().BASE_URL), visit), from);
  } catch (error) {
    log().error({ error: error instanceof Error ? error.message : "unknown" }, "a visit failed");
    countRefused(visit, visitor, error);
    return counted(forMethod(replies.unavailable(), visit), from);
  }
}

/** `from`: when the request arrived, in the time of `performance.now()`. */
function counted(reply: Reply, from: number): Reply {
  const { visits, redirectSeconds } = counts();
  visits[reply.status] = (visits[reply.status] ?? 0) + 1;
  if (reply.status === 302) redirectSeconds.add((performance.now() - from) / 1_000);
  return reply;
}

/** `visitor` is null if the link could not be looked up. Then the click has not been counted as received yet. */
function countRefused(visit: Visit, visitor: VisitorClass | null, error: unknown): void {
  if ((visitor ?? classifyVisitor(visit)).uncounted) return;
  const { clicks, refused } = counts();
  if (visitor === null) clicks.received++;
  refused[visitor === null ? "lookup_failed" : clickRefusal(error)]++;
}

function isLive(target: Target, now: Date): boolean {
  return target.enabled && !isExpired(target.expiresAt, now);
}

/** The response for a slug that does not redirect. A disabled link looks like an unknown one, even if it has expired. */
function refusal(visit: Visit, target: Target | null): Reply {
  const { BASE_URL, NOT_FOUND_LIMIT } = env();
  if (target?.enabled) return replies.expired(BASE_URL);
  if (target === null && visit.slug === "dashboard") return replies.toDashboard();
  const { retryAfterS, count } = notFoundLimit().take(addressOf(visit), visit.at);
  if (retryAfterS !== null) return replies.tooManyRequests(retryAfterS, NOT_FOUND_LIMIT, BASE_URL);
  if (target === null && count <= mostPerMinute) noteMissed(visit);
  return replies.notFound(visit.slug, BASE_URL);
}

/** For hashing, counting and looking up the place only; never stored. */
function addressOf({ peerAddress, header }: Visit): string {
  return clientAddress(peerAddress, header("x-forwarded-for"), proxyTrust());
}

/** HEAD gets the headers of GET, Content-Length included, without the body (RFC 9110, 9.3.2). */
function forMethod(reply: Reply, { method }: Visit): Reply {
  return method === "HEAD" && reply.body !== null ? { ...reply, body: null } : reply;
}

function record(visit: Visit, { uncounted }: VisitorClass, target: Target): Promise<void> {
  if (uncounted) return recordUncountedVisit({ ...uncounted, linkId: target.linkId, at: visit.at });
  counts().clicks.received++;
  const salt = knownSalt(visit.at);
  if (salt) return recordClick(clickOf(visit, target, salt));
  return saltOf(visit.at).then((settled) => recordClick(clickOf(visit, target, settled)));
}

function countRecorded({ uncounted }: VisitorClass): void {
  if (uncounted) counts().uncounted[uncounted.kind]++;
  else counts().clicks.answered++;
}

function clickOf(visit: Visit, target: Target, salt: Uint8Array): Click {
  const address = addressOf(visit);
  return describeClick(visit, target, { visitor: hashVisitor(address, salt), place: visitorPlace(visit, address) }, ownHost.get());
}

const ownHost = new PerService("own-host", () => new URL(env().BASE_URL).hostname);
