import { running } from "../config/running";
import { dayMs } from "../core/day";
import { type DomainHealth, findDomainHealth } from "../previews/domain-health";
import { inTurn, sentence } from "../texts/sentence";
import type { Check } from "./check";

const name = sentence("checkHostsName");

export async function checkDomains(now: Date): Promise<Check[]> {
  return describeDomains(await findDomainHealth(running()), now);
}

/** One check for each host that needs fixing, and one for all others; that of BASE_URL has its own. */
export function describeDomains(found: readonly DomainHealth[], now: Date): Check[] {
  const base = found.filter(({ isBase }) => isBase).map((health) => describeBase(health, now));
  const further = found.filter(({ isBase }) => !isBase);
  const bad = further.flatMap((health) => describeBad(health, now) ?? []);
  const good = further.filter((health) => describeBad(health, now) === null);
  if (good.length === 0) return [...base, ...bad];
  const finding = sentence("checkHostsReach", { hosts: good.map(({ domain }) => domain) });
  return [...base, ...bad, { name, state: "good", finding }];
}

/** A server behind a proxy often cannot reach its own address, so that alone is no fault. */
function describeBase(health: DomainHealth, now: Date): Check {
  const { domain, problem } = health;
  const own = sentence("checkOwnHostName");
  if (problem === null)
    return (
      expiringCertificate(health, now, own) ?? {
        name: own,
        state: "good",
        finding: sentence("checkHostsReach", { hosts: [domain] }),
      }
    );
  if (health.isLost)
    return { name: own, state: "bad", finding: problem, advice: sentence("checkOwnHostDns") };
  if (health.isExpired)
    return { name: own, state: "bad", finding: problem, advice: sentence("checkHostsCertificate") };
  const unknown = sentence("checkOwnHostUnknown", { host: domain });
  return { name: own, state: "note", finding: inTurn([unknown, problem], "thenSentence") };
}

function describeBad(health: DomainHealth, now: Date): Check | null {
  const { domain, problem } = health;
  if (problem === null) return expiringCertificate(health, now, name);
  return {
    name,
    state: "bad",
    finding: inTurn([sentence("checkHostsNot", { host: domain }), problem], "thenSentence"),
    advice: sentence("checkHostsAdvice"),
  };
}

function expiringCertificate(
  { domain, expiresAt, leastDays }: DomainHealth,
  now: Date,
  ofCheck: Check["name"],
): Check | null {
  const days = expiresAt === null ? leastDays : daysUntil(expiresAt, now);
  if (days >= leastDays) return null;
  return {
    name: ofCheck,
    state: "bad",
    finding: sentence("checkHostsExpires", {
      host: domain,
      when: { fromNow: days, unit: "day" },
    }),
    advice: sentence("checkHostsCertificate"),
  };
}

export function daysUntil(at: Date, now: Date): number {
  return Math.max(0, Math.floor((at.getTime() - now.getTime()) / dayMs));
}
