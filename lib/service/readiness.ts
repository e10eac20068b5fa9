import { ProcessWide } from "../config/process-wide";
import { withDeadline } from "../core/deadline";
import { database } from "../database/client";
import { journalCondition } from "../visits/journal";

const stopping = new ProcessWide<boolean>("stopping", () => false);

/** Said once at the beginning of a stop, so that load balancers look elsewhere. */
export function beginStopping(): void {
  stopping.set(true);
}

export interface Readiness {
  ready: boolean;
  /** Each is "ok" or says in a word what is not. */
  checks: { process: string; database: string; journal: string };
}

/** Whether new visitors should be sent here. Known links are still answered while the database is away. */
export async function checkReadiness(): Promise<Readiness> {
  const answers = await withDeadline(database().$queryRaw`SELECT 1`, 1_000).then(
    () => true,
    () => false,
  );
  const checks = {
    process: stopping.get() ? "stopping" : "ok",
    database: answers ? "ok" : "away",
    journal: journalCondition(),
  };
  return { ready: checks.process === "ok" && answers, checks };
}
