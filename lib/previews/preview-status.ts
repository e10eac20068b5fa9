import { isWebAddress } from "../core/destination";
import { type DestinationRules, listRules } from "../core/destination-rules";
import { isSlug } from "../core/slug";
import { database } from "../database/client";
import { selectRules } from "../links/link-addresses";
import { linkNotFound } from "../links/outcome";
import { say } from "../texts/say";
import { readStored, type Sentence } from "../texts/sentence";
import { type DestinationState, destinationState } from "./destination-health";
import type { Move } from "./moved-destinations";
import { type PageHint, pageHint } from "./page-hint";
import type { PreviewCard } from "./read-card";
import type { PreviewTarget } from "./refresh-preview";
import { listRuleHealth, type RuleAddress, type RuleHealth } from "./rule-checks";
import { findStoredPreview, type StoredPreview } from "./stored-preview";

/** The state of a link's preview. Timestamps are ISO 8601 UTC. */
export interface PreviewStatus {
  /** The last successful card, kept while the destination fails; null if there never was one. */
  card: PreviewCard | null;
  cardReadAt: string | null;
  /** The last attempt, successful or not; null before the first. */
  lastCheckAt: string | null;
  /** Why the last attempt failed; null if it succeeded or there was none. */
  lastReason: Sentence | null;
  failingSince: string | null;
  failCount: number;
  /** Whether the destination works, preview or not. */
  destination: DestinationState;
  /** The first of the consecutive checks that found it failing or broken. */
  brokenSince: string | null;
  /** Left out while it ends where it did at first. */
  moved?: Move;
  /** What the title of the last page says, for what it is worth. */
  hint?: PageHint;
  /** The addresses of its rules. Left out of a link without rules. */
  rules?: RuleHealth[];
}

/** Throws `not_found`. */
export async function getPreviewStatus(slug: string): Promise<PreviewStatus> {
  const { linkId, url, rules } = await getPreviewTarget(slug);
  const [stored, health] = await Promise.all([findStoredPreview(linkId), listRuleHealth(rules)]);
  return {
    card: stored?.card ?? null,
    cardReadAt: stored?.fetchedAt?.toISOString() ?? null,
    lastCheckAt: stored?.checkedAt?.toISOString() ?? null,
    lastReason: readStored(stored?.failReason),
    failingSince: stored?.failingSince?.toISOString() ?? null,
    failCount: stored?.failCount ?? 0,
    destination: isWebAddress(url) ? stateOf(stored) : "unknown",
    brokenSince: stored?.brokenSince?.toISOString() ?? null,
    ...moveOf(stored),
    ...hintOf(stored),
    ...(health.length > 0 ? { rules: health } : {}),
  };
}

function stateOf(stored: StoredPreview | null): DestinationState {
  if (!stored) return "unchecked";
  return stored.isMoved ? "moved" : destinationState(stored);
}

function moveOf(stored: StoredPreview | null): { moved?: Move } {
  if (!stored?.isMoved) return {};
  const { endHost: from, movedTo: to, movedSince: since } = stored;
  return from && to && since ? { moved: { from, to, since: since.toISOString() } } : {};
}

/** The card of a page that was read before says nothing of now. */
function hintOf(stored: StoredPreview | null): { hint?: PageHint } {
  const hint = stored?.failingSince === null ? pageHint(stored.card?.title) : null;
  return hint ? { hint } : {};
}

interface LinkHealth {
  state: DestinationState;
  /** Why the last check did not find the destination working, as a sentence. */
  reason: string | null;
  checkedAt: string | null;
  brokenSince: string | null;
  moved?: Move;
  hint?: PageHint;
  /** The addresses of its rules. Left out of a link without rules. */
  destinations?: (Omit<RuleHealth, "reason"> & { reason: string | null })[];
}

/** Whether a link's destination works, as the API returns it. Throws `not_found`. */
export async function getLinkHealth(slug: string): Promise<LinkHealth> {
  const status = await getPreviewStatus(slug);
  const { destination: state, lastReason, lastCheckAt, brokenSince, moved, hint, rules } = status;
  return {
    state,
    reason: state === "reachable" || state === "moved" ? null : lastReason && say("en", lastReason),
    checkedAt: state === "unchecked" ? null : lastCheckAt,
    brokenSince,
    ...(moved ? { moved } : {}),
    ...(hint ? { hint } : {}),
    ...(rules
      ? {
          destinations: rules.map((rule) => ({
            ...rule,
            reason: rule.reason && say("en", rule.reason),
          })),
        }
      : {}),
  };
}

export async function getPreviewTarget(
  slug: string,
): Promise<PreviewTarget & { rules: RuleAddress[] }> {
  const link = isSlug(slug)
    ? await database().link.findUnique({
        where: { slug },
        select: { id: true, url: true, ...selectRules },
      })
    : null;
  if (!link) throw linkNotFound(slug);
  const { id: linkId, url, ...rules } = link;
  const addresses = listRules(rules as unknown as DestinationRules);
  return {
    linkId,
    url,
    rules: addresses.map(({ destination, url }) => ({ linkId, destination, url })),
  };
}
