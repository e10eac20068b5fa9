import { isDeadlineError, withDeadline } from "../../core/deadline";
import { SluglineError } from "../../core/errors";
import { PriorityQueue } from "../../core/turn";
import { isStatementTimeout } from "../../database/database-errors";
import type { Prisma } from "../../database/generated/client";
import { inSnapshot } from "../../database/in-snapshot";
import { ownPart } from "../own-part";

const refusal = () => new SluglineError("list_timeout", "listTooSlow");

/** So few at once, each in one process of Postgres, that redirects hardly notice. */
export const newListQueue = () => new PriorityQueue({ atOnce: 2, waiting: 20, refusal });

const statementLimitMs = 2_500;
/** With the wait for its turn. Below the API's own limit of 5 s. */
const limitMs = 4_000;

/** What a list throws that took too long: `list_timeout`. */
export function refuseIfSlow(error: unknown): never {
  throw isStatementTimeout(error) || isDeadlineError(error) ? refusal() : error;
}

/**
 * A list that may have to read every link: for a text that many contain, or a state. Throws
 * `list_timeout` if that takes too long.
 */
export function inBounds<T>(work: (reader: Prisma.TransactionClient) => Promise<T>): Promise<T> {
  const gaveUp = new AbortController();
  const list = () =>
    inSnapshot("owners", async (transaction) => {
      await transaction.$executeRaw`
        SELECT set_config('statement_timeout', ${String(statementLimitMs)}, true), set_config('max_parallel_workers_per_gather', '0', true)`;
      return work(transaction);
    });
  const found = withDeadline(ownPart().listQueue.run(0, list, gaveUp.signal), limitMs);
  return found.catch(refuseIfSlow).finally(() => gaveUp.abort(refusal()));
}
