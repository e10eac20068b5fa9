import { env } from "../env";
import { isExpired } from "../links/expiry";
import { log } from "../log";
import { ProcessWide } from "../process-wide";
import { classifyVisitor } from "./classify-visitor";
import { clientAddress, trustProxies } from "./client-address";
import { saltOf } from "./daily-salt";
import { describeClick } from "./describe-click";
import { findTarget, type Target } from "./find-target";
import { recordClicks } from "./record-clicks";
import { recordUncounted } from "./record-uncounted";
import * as replies from "./replies";
import type { Reply, Visit } from "./visit";
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
  const target = await findTarget(visit.slug);
  if (!target) return visit.slug === "dashboard" ? replies.toDashboard() : replies.notFound(visit.slug, baseUrl);
  if (!target.enabled) return replies.notFound(visit.slug, baseUrl);
  if (isExpired(target.expiresAt, visit.at)) return replies.expired(baseUrl);

  const visitor = classifyVisitor(visit);
  if (visitor.uncounted) await recordUncounted(target.linkId, visitor.uncounted, visit.at);
  else await recordClick(visit, target);
  return visitor.wantsCard ? replies.card(target, baseUrl) : replies.redirect(target.url);
}

/** HEAD is answered like GET but for the body, Content-Length included (RFC 9110, 9.3.2). */
function finish(reply: Reply, visit: Visit): Reply {
  const length = String(Buffer.byteLength(reply.body ?? ""));
  return { ...reply, headers: { ...reply.headers, "Content-Length": length }, body: visit.method === "HEAD" ? null : reply.body };
}

async function recordClick(visit: Visit, target: Target): Promise<void> {
  const salt = await saltOf(visit.at);
  const address = clientAddress(visit.peerAddress, visit.header("x-forwarded-for"), proxyTrust.get());
  await recordClicks([describeClick(visit, target.linkId, hashVisitor(address, salt), ownHost.get())]);
}

const proxyTrust = new ProcessWide("proxy-trust", () => trustProxies(env().TRUSTED_PROXIES));
const ownHost = new ProcessWide("own-host", () => new URL(env().BASE_URL).hostname);
