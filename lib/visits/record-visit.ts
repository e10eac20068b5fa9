import { hash } from "node:crypto";
import { counts } from "../config/counts";
import { clientAddress } from "../core/client-address";
import { knownSalt, saltOf } from "../salts/daily-salt";
import type { VisitorClass } from "./describe/classify-visitor";
import { type Click, describeClick } from "./describe/describe-click";
import { visitorPlace } from "./describe/visitor-place";
import type { Target } from "./find-targets";
import { ownPart, proxyTrust } from "./own-part";
import { uncountedQueue } from "./uncounted-queue";
import type { Visit } from "./visit";
import { visitRecorder } from "./visit-recorder";

/**
 * Resolves when a click or bot hit is durable. Other visits are noted in memory. `destination`: as
 * in `Chosen`.
 */
export function recordVisit(
  visit: Visit,
  { uncounted }: VisitorClass,
  target: Target,
  destination?: string,
): Promise<void> {
  if (uncounted) {
    const unclicked = { ...uncounted, linkId: target.linkId, at: visit.at };
    if (uncounted.kind === "unfurler") return visitRecorder().recordBotHit(unclicked);
    uncountedQueue().add(unclicked);
    return Promise.resolve();
  }
  counts().clicks.received++;
  const salt = knownSalt(visit.at);
  if (salt) return visitRecorder().recordClick(clickOf(visit, target, salt, destination));
  return saltOf(visit.at).then((settled) =>
    visitRecorder().recordClick(clickOf(visit, target, settled, destination)),
  );
}

export function countRecorded({ uncounted }: VisitorClass): void {
  if (uncounted) counts().uncounted[uncounted.kind]++;
  else counts().clicks.answered++;
}

export function clickOf(
  visit: Visit,
  target: Target,
  salt: Uint8Array,
  destination?: string,
): Click {
  const address = addressOf(visit);
  return describeClick(
    visit,
    target,
    { visitor: hashVisitor(address, salt), place: visitorPlace(visit, address), destination },
    ownHost(),
    ownPart().config.DOMAINS,
  );
}

/** For hashing, counting and looking up the place only; never stored. */
export function addressOf({ peerAddress, header }: Visit): string {
  return clientAddress(peerAddress, header("x-forwarded-for"), proxyTrust());
}

/** The host name of this service. */
export function ownHost(): string {
  return ownPart().ownHost;
}

/**
 * 16 bytes, as 32 hex digits, that identify one address on one day. Without the day's salt they
 * cannot be linked to an address.
 */
export function hashVisitor(address: string, salt: Uint8Array): string {
  return hash("sha256", Buffer.concat([salt, Buffer.from(address)]), "hex").slice(0, 32);
}
