import { isWebAddress } from "../core/destination";
import { database, maintenanceDatabase } from "../database/client";
import { Prisma } from "../database/generated/client";
import { ruleAddresses } from "../links/link-addresses";
import { asText, readStored, type Sentence } from "../texts/sentence";
import { type DestinationState, destinationState, type Health } from "./destination-health";
import { scrapeDestination } from "./scrape-destination";
import { inScrapeTurn } from "./scrape-turn";

/** An address of a rule. `destination`: as in `Chosen`. */
export interface RuleAddress {
  linkId: number;
  destination: string;
  url: string;
}

/** The last check of an address. Timestamps are ISO 8601 UTC. */
export interface RuleHealth {
  destination: string;
  state: DestinationState;
  reason: Sentence | null;
  checkedAt: string | null;
  brokenSince: string | null;
}

/** Whether the rules of the link `l` still have the address where the check `k` was made. */
const isOfRule = Prisma.sql`EXISTS (SELECT FROM (${ruleAddresses}) r WHERE r."destination" = k."destination" AND r."url" = k."url")`;

/** A query (linkId, failReason, brokenSince) of broken addresses that rules still have. */
export const brokenRules = Prisma.sql`
  SELECT k."linkId", k."failReason", k."brokenSince" FROM "RuleCheck" k JOIN "Link" l ON l."id" = k."linkId"
  WHERE k."checkedAt" >= k."brokenSince" + interval '1 day'
    AND ${isOfRule}`;

/** Deletes what is known of addresses that no rule has any more. */
export async function forgetOldRuleChecks(): Promise<void> {
  await maintenanceDatabase().$executeRaw`
    DELETE FROM "RuleCheck" k USING "Link" l WHERE l."id" = k."linkId" AND NOT ${isOfRule}`;
}

/** Reads the address and stores whether it works. Throws a `ScrapeQueueFullError`. */
export function checkRule(rule: RuleAddress, now: () => Date): Promise<void> {
  if (!isWebAddress(rule.url)) return Promise.resolve();
  return inScrapeTurn(rule.url, async () => {
    const { health, failure } = await scrapeDestination(rule.url);
    // A page without a preview is a failure of the preview alone.
    const reason = health === "reachable" ? null : failure ? asText(failure.sentence) : null;
    await store(rule, health, reason, now().toISOString());
  });
}

/** An address that was replaced starts anew. The link may be gone meanwhile. */
async function store(
  { linkId, destination, url }: RuleAddress,
  health: Health,
  reason: string | null,
  at: string,
): Promise<void> {
  const isBroken = health === "broken";
  await database().$executeRaw`
    INSERT INTO "RuleCheck" AS k ("linkId", "destination", "url", "health", "failReason", "checkedAt", "brokenSince")
    SELECT "id", ${destination}, ${url}, ${health}, ${reason}, ${at}::timestamptz, CASE WHEN ${isBroken} THEN ${at}::timestamptz END
    FROM "Link" WHERE "id" = ${linkId} FOR KEY SHARE
    ON CONFLICT ("linkId", "destination") DO UPDATE
    SET "url" = excluded."url", "health" = excluded."health", "failReason" = excluded."failReason", "checkedAt" = excluded."checkedAt",
        "brokenSince" = CASE WHEN ${isBroken} THEN coalesce(CASE WHEN k."url" = excluded."url" THEN k."brokenSince" END, excluded."brokenSince") END`;
}

/** What is known of these addresses. */
export async function listRuleHealth(rules: readonly RuleAddress[]): Promise<RuleHealth[]> {
  if (rules.length === 0) return [];
  const checks = await database().ruleCheck.findMany({
    where: { linkId: { in: rules.map(({ linkId }) => linkId) } },
  });
  return rules.map(({ destination, url }) => {
    const check = checks.find((each) => each.destination === destination && each.url === url);
    return {
      destination,
      state: isWebAddress(url) ? stateOf(check) : "unknown",
      reason: readStored(check?.failReason),
      checkedAt: check?.checkedAt.toISOString() ?? null,
      brokenSince: check?.brokenSince?.toISOString() ?? null,
    };
  });
}

function stateOf(check: { health: string; brokenSince: Date | null; checkedAt: Date } | undefined) {
  if (!check) return "unchecked";
  const health = check.health as Health;
  return destinationState({ ...check, health, failingSince: check.brokenSince });
}
