import { PerService } from "../config/per-service";
import { withDeadline } from "../core/deadline";
import { database } from "../database/client";
import { journalCondition } from "../visits/journal";

const stopping = new PerService<boolean>("stopping", () => false);

/** Called once when shutdown begins, so that load balancers stop sending traffic. */
export function beginStopping(): void {
  stopping.set(true);
}

interface Readiness {
  ready: boolean;
  /** "ok", or a word for the problem. */
  checks: { process: string; database: string; journal: string };
}

/** Whether load balancers should send visitors here. Cached links still redirect while the database is down. */
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
