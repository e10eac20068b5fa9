import { env } from "../env";
import { isExpired } from "../links/expiry";
import { log } from "../log";
import { findCard } from "../previews/find-card";
import { ProcessWide } from "../process-wide";
import { classifyVisitor, type VisitorClass } from "./classify-visitor";
import { clientAddress } from "./client-address";
import { knownSalt, saltOf } from "./daily-salt";
import { type Click, describeClick } from "./describe-click";
import type { Target } from "./find-targets";
import { findTarget, knownTarget } from "./link-cache";
import { proxyTrust } from "./proxy-trust";
import * as replies from "./replies";
import type { Reply, Visit } from "./visit";
import { recordClick, recordUncountedVisit } from "./visit-recorder";
import { hashVisitor } from "./visitor-hash";

/**
 * Answers one request to a short address, for every lane: look the link up, tell what the visitor is, record, reply.
 * A click is durable before its redirect is returned. Never throws: what cannot be answered is a 503.
 */
export async function answerVisit(visit: Visit): Promise<Reply> {
  if (visit.method !== "GET" && visit.method !== "HEAD") return replies.methodNotAllowed();
  try {
    // Most visits need no query; not waiting for a promise that is there already makes them a tenth cheaper.
    const known = knownTarget(visit.slug);
    const target = known === undefined ? await findTarget(visit.slug) : known;
    if (target === null || !isLive(target, visit.at)) return forMethod(refusal(visit.slug, target), visit);
    const visitor = classifyVisitor(visit);
    await record(visit, visitor, target);
    if (!visitor.wantsCard) return replies.redirect(target.url);
    return forMethod(replies.card(target, await findCard(target, visit.at), env().BASE_URL), visit);
  } catch (error) {
    log().error({ error: error instanceof Error ? error.message : "unknown" }, "a short address could not be answered");
    return forMethod(replies.unavailable(), visit);
  }
}

function isLive(target: Target, now: Date): boolean {
  return target.enabled && !isExpired(target.expiresAt, now);
}

/** Why a slug leads nowhere. Being disabled comes before being expired, and looks like being unknown. */
function refusal(slug: string, target: Target | null): Reply {
  if (target?.enabled) return replies.expired(env().BASE_URL);
  return target === null && slug === "dashboard" ? replies.toDashboard() : replies.notFound(slug, env().BASE_URL);
}

/** HEAD is answered like GET but for the body, Content-Length included (RFC 9110, 9.3.2). */
function forMethod(reply: Reply, { method }: Visit): Reply {
  return method === "HEAD" && reply.body !== null ? { ...reply, body: null } : reply;
}

/** Resolves when the visit is durable: as a click, or in the ledger of what was not counted. */
function record(visit: Visit, { uncounted }: VisitorClass, target: Target): Promise<void> {
  if (uncounted) return recordUncountedVisit({ ...uncounted, linkId: target.linkId, at: visit.at });
  const salt = knownSalt(visit.at);
  if (salt) return recordClick(clickOf(visit, target, salt));
  return saltOf(visit.at).then((settled) => recordClick(clickOf(visit, target, settled)));
}

function clickOf(visit: Visit, target: Target, salt: Uint8Array): Click {
  const address = clientAddress(visit.peerAddress, visit.header("x-forwarded-for"), proxyTrust());
  return describeClick(visit, target, hashVisitor(address, salt), ownHost.get());
}

const ownHost = new ProcessWide("own-host", () => new URL(env().BASE_URL).hostname);
