import { memoize } from "../core/memoize";
import { isOwnClick } from "../owners/own-clicks";
import { findUnfurler } from "../previews/unfurlers";
import { findCrawler } from "./crawlers";
import type { Visit } from "./visit";

/** Why a visit is not a click. `name` identifies the client if known. */
export interface Uncounted {
  kind: "unfurler" | "crawler" | "prefetch" | "head" | "owner" | "previewPage";
  name: string;
}

/** The class of a visit to an active link. Bots are recognised by what they declare, never by guessing. */
export interface VisitorClass {
  /** Null for a click. */
  uncounted: Uncounted | null;
  /** Preview bots get the link's card instead of the redirect. */
  wantsCard: boolean;
}

export function classifyVisitor(visit: Pick<Visit, "method" | "slug" | "header">): VisitorClass {
  const bot = botOf(visit.header("user-agent") ?? "");
  return { wantsCard: bot?.kind === "unfurler", uncounted: findReason(visit, bot) };
}

function findReason({ method, slug, header }: Pick<Visit, "method" | "slug" | "header">, bot: Uncounted | null): Uncounted | null {
  if (method === "HEAD") return { kind: "head", name: "" };
  if (bot?.kind !== "unfurler" && isPrefetch(header)) return { kind: "prefetch", name: "" };
  return bot ?? (isOwnClick(header("cookie"), slug) ? { kind: "owner", name: "" } : null);
}

const botOf = memoize(5_000, findBot);

function findBot(userAgent: string): Uncounted | null {
  const unfurler = findUnfurler(userAgent);
  if (unfurler !== null) return { kind: "unfurler", name: unfurler };
  const crawler = findCrawler(userAgent);
  return crawler === null ? null : { kind: "crawler", name: crawler };
}

/** A browser prefetch: nobody has followed the link yet. */
function isPrefetch(header: Visit["header"]): boolean {
  return ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) => {
    const value = header(name);
    return value !== null && /\b(?:prefetch|prerender|preview)\b/i.test(value);
  });
}
