import type { Base } from "../../config/base";
import { Countdown, DeadlineError, isDeadlineError, withDeadline } from "../../core/deadline";
import type { Database } from "../../database/database";
import { isDataFault, isRepeatable } from "../../database/database-errors";
import type { Writer } from "../../database/in-transaction";
import type { StatementsOfKinds } from "../click-storage";
import type { Click } from "../describe/describe-click";
import { recordClicksAgain } from "../record-clicks";
import { clickCounts, limitMs, requireDatabase } from "./click-limits";

/**
 * Clicks on links with a maximum. They are counted and stored in one transaction that only one
 * instance has for a link at a time, so that no link redirects more often than its owner said. They
 * never go to the journal, where no other instance would see them: without the database such a link
 * answers 503.
 */

/**
 * Storing begins at least this long before a deadline, because a visitor who was refused must not
 * have used up a click.
 */
const commitMs = 100;
/** How long a transaction may take. */
const transactionMs = 1_500;
/** One half of the advisory lock of a link; the other is its id. Never change it. */
const limitLock = 0x6c_69_6d;

/** The link has no clicks left. */
export class UsedUpError extends Error {
  override readonly name = "UsedUpError";
}

/** Somebody else has locked the link, so its clicks wait apart from those of other links. */
export class LinkLockedError extends Error {
  override readonly name = "LinkLockedError";
}

/** Whether clicks are left could not be settled in time. */
export class LimitUnavailableError extends Error {
  override readonly name = "LimitUnavailableError";
}

export interface LimitedClick {
  click: Click;
  /** As long as the visitor waits. */
  until: Countdown;
  /**
   * Set when storing has begun: so long its visitor waits in any case, and later it is not stored
   * any more.
   */
  storedBy?: Countdown;
}

/** How much longer to wait for clicks that are being stored. */
export function storingMs(clicks: readonly LimitedClick[]): number {
  return Math.max(...clicks.map(({ storedBy }) => storedBy?.leftMs ?? 0));
}

type Refusals = Map<LimitedClick, Error>;

function tooLate(): DeadlineError {
  return new DeadlineError("the links were locked for too long");
}

/**
 * Locks the links that nobody else has locked, against other instances and against changes of their
 * slugs, and returns their ids.
 */
async function tryLinks(
  linkIds: readonly number[],
  transaction: Pick<Writer, "$queryRaw">,
): Promise<number[]> {
  const rows = await transaction.$queryRaw<{ id: number }[]>`
    WITH entered AS MATERIALIZED (
      SELECT "id" FROM unnest(${linkIds}::int[]) AS l("id") WHERE pg_try_advisory_xact_lock(${limitLock}::int, "id")
    )
    SELECT l."id" FROM "Link" l JOIN entered USING ("id") FOR KEY SHARE OF l SKIP LOCKED`;
  return rows.map(({ id }) => id);
}

/** Stores clicks on links with a maximum. */
export class LimitedClicks {
  constructor(
    private readonly base: Pick<Base, "counts">,
    private readonly database: Database,
    private readonly statements: StatementsOfKinds,
  ) {}

  /**
   * Clicks on links that others have locked are refused with `LinkLockedError`, so that these hold
   * up no other link.
   */
  record(clicks: LimitedClick[]): Promise<Refusals> {
    return this.commit(clicks, false);
  }

  /** The same, but waits for the locks. */
  recordLocked(clicks: LimitedClick[]): Promise<Refusals> {
    return this.commit(clicks, true);
  }

  /**
   * The clicks that could not be stored, each with its error: `UsedUpError` beyond the maximum.
   * Throws if none was stored.
   */
  private async commit(clicks: LimitedClick[], waits: boolean): Promise<Refusals> {
    requireDatabase(this.database.health);
    const limit = new Countdown(limitMs);
    try {
      const refused = await withDeadline(this.store(clicks, waits, limit), limitMs, () =>
        storingMs(clicks),
      );
      this.database.health.limitedClicks.markHealthy();
      return refused;
    } catch (error) {
      if (!isDataFault(error)) {
        // A locked link says nothing about the database.
        if (!waits) {
          this.database.health.limitedClicks.markFailed();
          if (isDeadlineError(error)) this.statements.clicks.gaveUp();
        }
        throw error;
      }
      const [first] = clicks;
      if (clicks.length === 1 && first) return new Map([[first, error as Error]]);
      const half = Math.ceil(clicks.length / 2);
      return new Map([
        ...(await this.commit(clicks.slice(0, half), waits)),
        ...(await this.commit(clicks.slice(half), waits)),
      ]);
    } finally {
      limit.stop();
    }
  }

  /** Runs again while there is time, if nothing is stored because this thread stood still. */
  private async store(
    clicks: readonly LimitedClick[],
    waits: boolean,
    limit: Countdown,
  ): Promise<Refusals> {
    const { clicks: statements } = this.statements;
    for (;;) {
      await statements.untilOneMayBegin();
      try {
        return await statements.run(() => this.recordWithinLimits(clicks, waits, limit));
      } catch (error) {
        if (!isRepeatable(error) || isDataFault(error) || limit.leftMs < commitMs) throw error;
      }
    }
  }

  /** Stores clicks while their links have some left, in the order given, and returns the others. */
  private async recordWithinLimits(
    clicks: readonly LimitedClick[],
    waits: boolean,
    limit: Countdown,
  ): Promise<Refusals> {
    if (limit.leftMs < commitMs) throw tooLate();
    const linkIds = [...new Set(clicks.map(({ click }) => click.linkId))].sort((a, b) => a - b);
    return this.database.pools.client("visitors").$transaction(async (transaction) => {
      const storedBy = new Countdown(transactionMs);
      const refused: Refusals = new Map();
      const ours = new Set(waits ? linkIds : await tryLinks(linkIds, transaction));
      // In the order of the ids, so that two instances cannot wait for each other. The next
      // statement sees what the instance before has committed.
      if (waits) {
        await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${limitLock}::int, "id") FROM unnest(${linkIds}::int[]) AS l("id")`;
        await transaction.$executeRaw`SELECT FROM "Link" WHERE "id" = ANY(${linkIds}::int[]) ORDER BY "id" FOR KEY SHARE`;
      }
      const rows = await transaction.$queryRaw<
        { linkId: number; left: bigint | null; aside: string[] | null }[]
      >`
          SELECT l."id" AS "linkId", l."maxClicks" - t."clickCount" AS "left", CASE WHEN l."asideDay" IS NOT NULL THEN ARRAY(
            SELECT encode(s."visitor", 'hex') FROM "SetAside" s WHERE s."linkId" = l."id" AND s."undoneAt" IS NULL
          ) END AS "aside" FROM "Link" l JOIN (${clickCounts([...ours])}) t ON t."linkId" = l."id"`;
      // Null: the maximum was just removed. A link that is missing was just deleted, and its
      // clicks are dropped.
      const left = new Map(
        rows.map((row) => [
          row.linkId,
          row.left === null ? Number.POSITIVE_INFINITY : Number(row.left),
        ]),
      );
      const aside = new Map(rows.map((row) => [row.linkId, row.aside]));
      if (limit.leftMs < commitMs) throw tooLate();
      const granted = clicks.filter((each) => {
        const { linkId } = each.click;
        const rest = left.get(linkId) ?? Number.POSITIVE_INFINITY;
        if (!ours.has(linkId)) refused.set(each, new LinkLockedError("the link is locked"));
        else if (each.until.leftMs < commitMs)
          refused.set(each, new DeadlineError("the visitor has waited for too long"));
        else if (rest <= 0) refused.set(each, new UsedUpError("no clicks are left"));
        else if (!aside.get(linkId)?.includes(each.click.visitor)) left.set(linkId, rest - 1);
        return !refused.has(each);
      });
      if (granted.length === 0) return refused;
      for (const each of granted) each.storedBy = storedBy;
      const stored = granted.map(({ click }) => click);
      this.base.counts.batchClicks.add(stored.length);
      await recordClicksAgain(stored, { writer: transaction });
      if (storedBy.leftMs < commitMs) throw tooLate();
      return refused;
    });
  }
}
