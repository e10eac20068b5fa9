import { Countdown, withDeadline } from "../../core/deadline";
import type { Database } from "../../database/database";
import type { HealthOfKinds } from "../../database/database-health";
import { Prisma } from "../../database/generated/client";
import type { Target } from "../find-targets";
import { GroupCommit } from "../group-commit";
import { ownPart } from "../own-part";
import { isSetAside } from "../record-clicks";

/** How long one step waits for the database. */
export const limitMs = 900;
/** How long a visitor waits for all of them. */
const visitLimitMs = 1_500;

export function visitDeadline(): Countdown {
  return new Countdown(visitLimitMs);
}

/**
 * Throws if the clicks of a link cannot be counted now. Other clicks say nothing about that: they go
 * to the journal after a quarter of the time that these have.
 */
export function requireDatabase({ limitedClicks }: HealthOfKinds): void {
  if (!limitedClicks.isUnavailable()) return;
  throw new Error("the database is unavailable, so the clicks of the link cannot be counted");
}

/**
 * A query (linkId, clickCount) of every committed click, like `LinkTotals`. It passes over the
 * batches of other links, of which an outage may leave many, and counts packed clicks without
 * looking at each; those of visitors who are set aside come off.
 */
export function clickCounts(linkIds: readonly number[]): Prisma.Sql {
  const ids = Prisma.sql`${linkIds}::int[]`;
  return Prisma.sql`
    SELECT c."linkId", c."clickCount" + coalesce(p."clicks", 0) AS "clickCount" FROM "LinkCounter" c
    LEFT JOIN (
      SELECT "linkId", sum("clicks") AS "clicks" FROM (
        SELECT u."linkId", u."clicks" FROM "ClickBatch" b, unnest(b."linkIds", b."clicks") AS u("linkId", "clicks")
        WHERE b."linkIds" && ${ids} AND u."linkId" = ANY(${ids})
        UNION ALL SELECT u."linkId", cardinality(array_positions(p."linkId", u."linkId")) FROM "ClickPack" p, unnest(${ids}) AS u("linkId")
        WHERE p."linkId" && ${ids}
        UNION ALL SELECT s."linkId", -1 FROM "SetAside" s, "ClickPack" p, unnest(p."linkId", p."createdAt", p."visitor") AS u("linkId", "createdAt", "visitor")
        WHERE s."linkId" = ANY(${ids}) AND s."linkId" = ANY(p."linkId") AND s."day" >= (p."since" AT TIME ZONE 'UTC')::date AND ${isSetAside("u")}
      ) h GROUP BY 1
    ) p USING ("linkId")
    WHERE c."linkId" = ANY(${ids})`;
}

interface Question {
  linkId: number;
  clickCount: bigint;
}

/** Tells whether a link with a maximum of clicks has some left. */
export class ClickLimits {
  /**
   * Visits that come together share a query, so that a flood of them does not take the connections
   * of others.
   */
  private readonly questions = new GroupCommit<Question>({
    commit: (asked) => this.answerAll(asked),
    maxBatch: 500,
    maxQueue: 20_000,
    inFlight: 1,
  });

  constructor(private readonly database: Database) {}

  /**
   * Whether a link has no clicks left, for visits that do not count. `until`: as long as the
   * visitor waits.
   */
  async isUsedUp(target: Target, until: Countdown): Promise<boolean> {
    const { linkId, maxClicks } = target;
    if (maxClicks === null || target.isUsedUp) return target.isUsedUp;
    requireDatabase(this.database.health);
    try {
      const question = { linkId, clickCount: 0n };
      await withDeadline(this.questions.add(question), Math.min(limitMs, until.leftMs));
      this.database.health.limitedClicks.markHealthy();
      target.isUsedUp = Number(question.clickCount) >= maxClicks;
      return target.isUsedUp;
    } catch (error) {
      this.database.health.limitedClicks.markFailed();
      throw error;
    }
  }

  private async answerAll(asked: Question[]): Promise<Map<Question, Error>> {
    const linkIds = [...new Set(asked.map(({ linkId }) => linkId))];
    const rows = await withDeadline(
      this.database.pools.client("visitors").$queryRaw<Question[]>(clickCounts(linkIds)),
      limitMs,
    );
    const found = new Map(rows.map(({ linkId, clickCount }) => [linkId, clickCount]));
    for (const question of asked) question.clickCount = found.get(question.linkId) ?? 0n;
    return new Map();
  }
}

/** Whether a link has no clicks left, in the service that this thread runs. */
export function isUsedUp(target: Target, until: Countdown): Promise<boolean> {
  return ownPart().clickLimits.isUsedUp(target, until);
}
