import { running } from "../config/running";
import { dayMs } from "../core/day";
import { type DomainHealth, findDomainHealth } from "../previews/domain-health";
import { inTurn, sentence } from "../texts/sentence";
import type { Check } from "./check";

/** Certificates are usually renewed a month before they expire. */
const leastDays = 14;
const name = sentence("checkHostsName");

/** Nothing without DOMAINS. */
export async function checkDomains(now: Date): Promise<Check[]> {
  return describeDomains(await findDomainHealth(running()), now);
}

/** One check for each host that needs fixing, and one for all others. */
export function describeDomains(found: readonly DomainHealth[], now: Date): Check[] {
  const bad = found.flatMap((health) => describeBad(health, now) ?? []);
  const good = found.filter((health) => describeBad(health, now) === null);
  if (good.length === 0) return bad;
  const finding = sentence("checkHostsReach", { hosts: good.map(({ domain }) => domain) });
  return [...bad, { name, state: "good", finding }];
}

function describeBad({ domain, problem, expiresAt }: DomainHealth, now: Date): Check | null {
  if (problem !== null)
    return {
      name,
      state: "bad",
      finding: inTurn([sentence("checkHostsNot", { host: domain }), problem], "thenSentence"),
      advice: sentence("checkHostsAdvice"),
    };
  const days = expiresAt === null ? leastDays : daysUntil(expiresAt, now);
  if (days >= leastDays) return null;
  return {
    name,
    state: "bad",
    finding: sentence("checkHostsExpires", {
      host: domain,
      when: { fromNow: days, unit: "day" },
    }),
    advice: sentence("checkHostsCertificate"),
  };
}

function daysUntil(at: Date, now: Date): number {
  return Math.max(0, Math.floor((at.getTime() - now.getTime()) / dayMs));
}
