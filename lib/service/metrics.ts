import { lastBackupAt } from "../backup/backup-files";
import { issues } from "../config/issues";
import { running } from "../config/running";
import { prometheusText, type Snapshot } from "../config/snapshots";
import { withDeadline } from "../core/deadline";
import { SluglineError } from "../core/errors";
import { findProblemWord } from "../database/database-problem";
import { countDropped, readDropped } from "../messages/dropped";
import { countBrokenDestinations } from "../previews/broken-destinations";
import { aggregationLag } from "../stats/aggregate/aggregation-lag";
import { freeDiskBytes } from "../visits/journal/disk-space";
import { journalFolder } from "../visits/journal/journal-folder";
import { metric } from "./metric-definitions";

/** A scrape succeeds without what the database does not answer in time. */
const databaseLimitMs = 1_000;

/** The snapshots of all threads of this instance. Without `server.ts` there is only this one. */
export type MetricsSource = () => Promise<Snapshot[]>;

declare module "../config/running" {
  interface Parts {
    metricsSource: MetricsSource;
  }
}

/** Everything that `/api/metrics` reports, as Prometheus text. */
export async function readMetrics(now: Date): Promise<string> {
  const [threads, ...shared] = await Promise.all([
    running().metricsSource().catch(unanswered),
    databaseMetrics(now),
    diskMetrics(),
  ]);
  return prometheusText([...threads, [...shared.flat(), ...backupMetrics(now), issueMetrics()]]);
}

function unanswered(): never {
  throw new SluglineError("unavailable", "threadsSilent");
}

async function databaseMetrics(now: Date): Promise<Snapshot> {
  const ask = <T>(question: Promise<T>): Promise<T | null> =>
    withDeadline(question, databaseLimitMs).catch(() => null);
  const [problem, lag, broken, dropped] = await Promise.all([
    findProblemWord(),
    ask(aggregationLag()),
    ask(countBrokenDestinations(now)),
    ask(readDropped(now)),
  ]);
  return [
    metric("slugline_database_up", problem === null ? 1 : 0),
    metric(
      "slugline_database_problem",
      problem === null ? [] : [{ labels: { problem }, value: 1 }],
    ),
    ...(lag
      ? [
          metric("slugline_aggregation_pending_clicks", lag.clicks),
          metric("slugline_aggregation_lag_seconds", lag.seconds),
        ]
      : []),
    ...(broken === null ? [] : [metric("slugline_broken_destinations", broken)]),
    ...(dropped === null ? [] : [metric("slugline_dropped_messages", countDropped(dropped))]),
  ];
}

/** Once per instance: all its processes share DATA_DIR. */
async function diskMetrics(): Promise<Snapshot> {
  const free = await freeDiskBytes();
  return [
    ...(free === null ? [] : [metric("slugline_disk_free_bytes", free)]),
    ...journalMetrics(),
  ];
}

function journalMetrics(): Snapshot {
  try {
    const { bytes, oldestMs } = journalFolder().measure();
    return [
      metric("slugline_journal_bytes", bytes),
      metric("slugline_journal_age_seconds", oldestMs / 1_000),
      metric("slugline_quarantine_bytes", journalFolder().quarantined().bytes),
    ];
  } catch {
    // Readiness reports a journal that cannot be read.
    return [];
  }
}

function issueMetrics(): Snapshot[number] {
  return metric(
    "slugline_issues",
    issues()
      .list()
      .map(({ name }) => ({ labels: { name }, value: 1 })),
  );
}

function backupMetrics(now: Date): Snapshot {
  const at = lastBackupAt(running().config, now);
  return at === null
    ? []
    : [metric("slugline_backup_age_seconds", Math.max(0, now.getTime() - at.getTime()) / 1_000)];
}
