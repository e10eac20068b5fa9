import type { MetricSnapshot } from "../config/snapshots";

type Definition = Pick<MetricSnapshot, "help" | "type" | "aggregator">;

const counter = (help: string): Definition => ({ help, type: "counter", aggregator: "sum" });
const histogram = (help: string): Definition => ({ help, type: "histogram", aggregator: "sum" });
const gauge = (help: string, aggregator: Definition["aggregator"] = "sum"): Definition => ({
  help,
  type: "gauge",
  aggregator,
});

/**
 * Every metric, in the order of `/api/metrics`. docs/monitoring.md explains each, and how the
 * clicks balance.
 */
export const definitions = {
  slugline_clicks_received_total: counter(
    "Requests that are clicks, of active links or of links that could not be looked up.",
  ),
  slugline_clicks_answered_total: counter(
    "Clicks that are stored and were answered with the redirect.",
  ),
  slugline_clicks_durable_total: counter("Clicks stored in the database before the answer."),
  slugline_clicks_journaled_total: counter("Clicks stored in the journal before the answer."),
  slugline_clicks_replayed_total: counter("Clicks moved from the journal to the database."),
  slugline_clicks_quarantined_total: counter(
    "Clicks from the journal that the database rejected, kept in the quarantine.",
  ),
  slugline_clicks_refused_total: counter("Clicks answered with 503, by reason."),
  slugline_uncounted_visits_total: counter("Uncounted visits, by kind."),
  slugline_visits_total: counter("Requests for short URLs, by status of the answer."),
  slugline_left_out_total: counter(
    "Uncounted visits, missed links and events of the activity log that could not be stored.",
  ),
  slugline_redirect_duration_seconds: histogram(
    "Time from a request for a short URL to its redirect.",
  ),
  slugline_api_duration_seconds: histogram(
    "Time to answer an API request, by method and class of the status.",
  ),
  slugline_recording_batch_clicks: histogram("Clicks per recorded batch."),
  slugline_recording_queue_length: gauge("Visits that wait to be stored, by kind."),
  slugline_pool_connections: gauge("Database connections, by pool and state."),
  slugline_pool_max_connections: gauge("Most connections that a pool opens."),
  slugline_pool_waiting: gauge("Statements that wait for a connection, by pool."),
  slugline_link_cache_hits_total: counter("Visits whose link was in the cache."),
  slugline_link_cache_misses_total: counter("Visits whose link was not in the cache, or too old."),
  slugline_link_cache_entries: gauge("Cached slugs, unknown ones included."),
  slugline_event_loop_delay_seconds: gauge(
    "Delay of the event loop since the last scrape, by thread and percentile.",
    "max",
  ),
  slugline_heap_bytes: gauge("JavaScript heap in use, by thread."),
  slugline_resident_memory_bytes: gauge("Resident memory of all processes."),
  slugline_cpu_seconds_total: counter("CPU time of all processes."),
  slugline_build_info: gauge("1, with the version and commit that run.", "max"),
  slugline_start_time_seconds: gauge("Unix time at which the oldest process started.", "min"),
  slugline_database_up: gauge("1 if the database stores what it is given."),
  slugline_database_problem: gauge("1 for the problem that keeps the database from it, by name."),
  slugline_aggregation_pending_clicks: gauge("Stored clicks that are not aggregated yet."),
  slugline_aggregation_lag_seconds: gauge("Age of the oldest click that is not aggregated yet."),
  slugline_journal_bytes: gauge("Size of the journal."),
  slugline_journal_age_seconds: gauge("Age of the oldest journal file; 0 if there is none."),
  slugline_quarantine_bytes: gauge("Size of the journal's quarantine."),
  slugline_disk_free_bytes: gauge("Free disk space for DATA_DIR."),
  slugline_broken_destinations: gauge("Active links whose destination is broken."),
  slugline_dropped_messages: gauge(
    "Messages of the last 30 days that a receiver had no room for.",
    "max",
  ),
  slugline_issues: gauge("Unresolved issues, by name."),
  slugline_backup_age_seconds: gauge("Age of the last backup; absent if there is none."),
} as const satisfies Record<`slugline_${string}`, Definition>;

type MetricName = keyof typeof definitions;

/** A metric without labels is a number. */
export function metric(
  name: MetricName,
  values: number | MetricSnapshot["values"],
): MetricSnapshot {
  return {
    name,
    ...definitions[name],
    values: typeof values === "number" ? [{ labels: {}, value: values }] : values,
  };
}
