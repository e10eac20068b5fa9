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
 * Every metric, in the order of `/api/metrics`; `npm run client` lists them in
 * docs/monitoring/metrics.md. docs/monitoring.md says how the clicks balance.
 */
export const definitions = {
  slugline_clicks_received_total: counter("Clicks that came in."),
  slugline_clicks_answered_total: counter("Clicks that were stored, then redirected."),
  slugline_clicks_durable_total: counter("Clicks that were answered, stored in the database."),
  slugline_clicks_journaled_total: counter(
    "Clicks that were answered, stored in the journal: the database was down or took longer than 250 ms.",
  ),
  slugline_clicks_replayed_total: counter("Clicks moved from the journal to the database."),
  slugline_clicks_quarantined_total: counter(
    "Clicks from the journal that the database rejected, kept in `DATA_DIR/journal/quarantine`.",
  ),
  slugline_clicks_refused_total: counter(
    "Clicks answered with 503, by `reason`: `lookup_failed` (link not cached, database unavailable), `queue_full`, `journal_full` (`JOURNAL_MAX_MB`), `journal_failed` (disk), `limit_unavailable` (link with a click limit), `invalid`, `internal`.",
  ),
  slugline_uncounted_visits_total: counter(
    "Uncounted visits to active links, by `kind`: `preview` (bot hits), `crawler`, `prefetch`, `head`, `owner`, `preview_page`.",
  ),
  slugline_visits_total: counter("Visits of short URLs, by `status`."),
  slugline_left_out_total: counter(
    "Left out for lack of room or a database, by `what`: `uncounted` (visits), `missed` (links), `activity` (events).",
  ),
  slugline_redirect_duration_seconds: histogram(
    "Time from a request for a short URL to its redirect, storing included.",
  ),
  slugline_api_duration_seconds: histogram(
    "Duration of an API request, by `method` and `status` class (`2xx`).",
  ),
  slugline_recording_batch_clicks: histogram("Clicks per commit; grows with the load."),
  slugline_recording_queue_length: gauge(
    "Visits that wait to be stored: `clicks`, or `uncounted` (bot hits). At 20,000 further ones are refused.",
  ),
  slugline_pool_connections: gauge("Database connections, by `pool` and `state`: `busy`, `idle`."),
  slugline_pool_max_connections: gauge("Most connections that a pool opens."),
  slugline_pool_waiting: gauge("Statements that wait for a connection, by `pool`."),
  slugline_link_cache_hits_total: counter("Visits whose link was cached."),
  slugline_link_cache_misses_total: counter("Visits whose link was not cached."),
  slugline_link_cache_entries: gauge("Cached slugs, unknown ones included."),
  slugline_event_loop_delay_seconds: gauge(
    "Delay of the event loop since the last scrape, by `thread` and `percentile`.",
    "max",
  ),
  slugline_heap_bytes: gauge("JavaScript heap, by `thread`."),
  slugline_resident_memory_bytes: gauge("Memory, without Postgres."),
  slugline_cpu_seconds_total: counter("CPU time, without Postgres."),
  slugline_build_info: gauge("1, with `version` and `commit`.", "max"),
  slugline_start_time_seconds: gauge("Start of the oldest process.", "min"),
  slugline_database_up: gauge("1 if the database answers and stores."),
  slugline_database_problem: gauge(
    "1 for what keeps the database from storing, by `problem`, as `/api/readyz` names it.",
  ),
  slugline_aggregation_pending_clicks: gauge("Stored clicks not aggregated yet."),
  slugline_aggregation_lag_seconds: gauge("Age of the oldest click that is not aggregated yet."),
  slugline_journal_bytes: gauge("Size of the journal."),
  slugline_journal_age_seconds: gauge("Age of the oldest file of the journal; 0 if there is none."),
  slugline_quarantine_bytes: gauge(
    "Size of the quarantine of the journal: clicks that need a look.",
  ),
  slugline_disk_free_bytes: gauge("Free disk space for `DATA_DIR`."),
  slugline_broken_destinations: gauge("Links whose destination is broken."),
  slugline_dropped_messages: gauge("Messages dropped for lack of room, in 30 days.", "max"),
  slugline_issues: gauge("1 for each issue of the health check, by `name`."),
  slugline_backup_age_seconds: gauge("Age of the last backup; absent without one."),
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
