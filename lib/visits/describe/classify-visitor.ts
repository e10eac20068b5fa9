import { isOwnClick } from "../../owners/own-clicks";
import { declaresPreview, findUnfurler } from "../../previews/unfurlers";
import { memoize } from "../../texts/memoize";
import type { Visit } from "../visit";
import { findCrawler } from "./crawlers";
import { findOffice } from "./office";

/** Why a visit is not a click. `name` identifies the client if known. */
export interface Uncounted {
  kind: "unfurler" | "crawler" | "prefetch" | "head" | "owner" | "previewPage";
  name: string;
}

/**
 * The class of a visit to an active link. Bots are recognised by what they declare, never by
 * guessing.
 */
export interface VisitorClass {
  /** Null for a click. */
  uncounted: Uncounted | null;
  /**
   * Preview bots get the link's card, and what asks for a browser to come a page without the
   * destination.
   */
  gets: "redirect" | "card" | "page";
}

interface Bot extends Uncounted {
  gets: VisitorClass["gets"];
}

export function classifyVisitor(visit: Pick<Visit, "method" | "slug" | "header">): VisitorClass {
  const bot = botOf(visit.header("user-agent") ?? "");
  return { gets: bot?.gets ?? "redirect", uncounted: findReason(visit, bot) };
}

function findReason(
  { method, slug, header }: Pick<Visit, "method" | "slug" | "header">,
  bot: Bot | null,
): Uncounted | null {
  if (method === "HEAD") return { kind: "head", name: "" };
  if (bot?.kind !== "unfurler" && isPrefetch(header)) return { kind: "prefetch", name: "" };
  if (bot !== null) return { kind: bot.kind, name: bot.name };
  return isOwnClick(header("cookie"), slug) ? { kind: "owner", name: "" } : null;
}

/** Whether it declares to be a program and no person's browser, also in a HEAD or prefetch. */
export function isBot({ header }: Pick<Visit, "header">): boolean {
  return botOf(header("user-agent") ?? "") !== null;
}

const botOf = memoize(5_000, findBot);

function findBot(userAgent: string): Bot | null {
  const unfurler = findUnfurler(userAgent);
  if (unfurler !== null) return { kind: "unfurler", name: unfurler, gets: "card" };
  const office = findOffice(userAgent);
  if (office !== null) return { kind: "crawler", ...office };
  const crawler = findCrawler(userAgent);
  if (crawler === null) return null;
  return declaresPreview(userAgent)
    ? { kind: "unfurler", name: crawler, gets: "card" }
    : { kind: "crawler", name: crawler, gets: "redirect" };
}

/** A browser prefetch: nobody has followed the link yet. */
function isPrefetch(header: Visit["header"]): boolean {
  return ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) => {
    const value = header(name);
    return value !== null && /\b(?:prefetch|prerender|preview)\b/i.test(value);
  });
}
