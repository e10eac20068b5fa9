import { findUnfurler } from "../previews/unfurlers";
import { findCrawler } from "./crawlers";
import type { Visit } from "./visit";

/** Why a visit is no click; `name` tells who asked where that is known. */
export interface Uncounted {
  kind: "unfurler" | "crawler" | "prefetch" | "head";
  name: string;
}

/** What a visit to a live link is. Bots are told from people by what they declare, never by guessing. */
export interface VisitorClass {
  /** Null for a click. */
  uncounted: Uncounted | null;
  /** Unfurlers are shown the link's card instead of being redirected. */
  wantsCard: boolean;
}

export function classifyVisitor(visit: Pick<Visit, "method" | "header">): VisitorClass {
  const userAgent = visit.header("user-agent") ?? "";
  const unfurler = findUnfurler(userAgent);
  return { wantsCard: unfurler !== null, uncounted: findReason(visit, userAgent, unfurler) };
}

function findReason({ method, header }: Pick<Visit, "method" | "header">, userAgent: string, unfurler: string | null): Uncounted | null {
  if (method === "HEAD") return { kind: "head", name: "" };
  if (unfurler !== null) return { kind: "unfurler", name: unfurler };
  if (isPrefetch(header)) return { kind: "prefetch", name: "" };
  const crawler = findCrawler(userAgent);
  return crawler === null ? null : { kind: "crawler", name: crawler };
}

/** Fetched ahead by a browser: nobody has followed the link yet. */
function isPrefetch(header: Visit["header"]): boolean {
  return ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) => /\b(?:prefetch|prerender|preview)\b/i.test(header(name) ?? ""));
}
