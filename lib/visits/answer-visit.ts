import { env } from "../env";
import { isExpired } from "../links/expiry";
import { log } from "../log";
import { findCard } from "../previews/find-card";
import { ProcessWide } from "../process-wide";
import { classifyVisitor } from "./classify-visitor";
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
  if (visit.method !== "GET" && visit.method !== "HEAD") return finish(replies.methodNotAllowed(), visit);
  try {
    return finish(await answer(visit), visit);
  } catch (error) {
    log().error({ error: error instanceof Error ? error.message : "unknown" }, "a short address could not be answered");
    return finish(replies.unavailable(), visit);
  }
}

async function answer(visit: Visit): Promise<Reply> {
  const { BASE_URL: baseUrl } = env();
  // Most visits need neither query; not waiting for a promise that is there already makes them a tenth cheaper.
  const known = knownTarget(visit.slug);
  const target = known === undefined ? await findTarget(visit.slug) : known;
  if (!target) return visit.slug === "dashboard" ? replies.toDashboard() : replies.notFound(visit.slug, baseUrl);
  if (!target.enabled) return replies.notFound(visit.slug, baseUrl);
  if (isExpired(target.expiresAt, visit.at)) return replies.expired(baseUrl);

  const visitor = classifyVisitor(visit);
  if (visitor.uncounted) await recordUncountedVisit({ ...visitor.uncounted, linkId: target.linkId, at: visit.at });
  else await recordClick(clickOf(visit, target, knownSalt(visit.at) ?? (await saltOf(visit.at))));
  return visitor.wantsCard ? replies.card(target, await findCard(target, visit.at), baseUrl) : replies.redirect(target.url);
}

/** HEAD is answered like GET but for the body, Content-Length included (RFC 9110, 9.3.2). */
function finish(reply: Reply, visit: Visit): Reply {
  const length = String(Buffer.byteLength(reply.body ?? ""));
  return { ...reply, headers: { ...reply.headers, "Content-Length": length }, body: visit.method === "HEAD" ? null : reply.body };
}

function clickOf(visit: Visit, target: Target, salt: Uint8Array): Click {
  const address = clientAddress(visit.peerAddress, visit.header("x-forwarded-for"), proxyTrust());
  return describeClick(visit, target.linkId, hashVisitor(address, salt), ownHost.get());
}

const ownHost = new ProcessWide("own-host", () => new URL(env().BASE_URL).hostname);
