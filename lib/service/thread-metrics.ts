import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { isMainThread } from "node:worker_threads";
import { type Buckets, counts } from "../config/counts";
import { running } from "../config/running";
import type { MetricSnapshot, Snapshot } from "../config/snapshots";
import { commit, version } from "../config/version";
import { poolUse } from "../database/client";
import { linkCaches } from "../visits/link-caches";
import { visitRecorder } from "../visits/visit-recorder";
import { metric } from "./metric-definitions";

type Values = MetricSnapshot["values"];

/** The thread as metrics show it. */
export class ThreadFacts {
  /** "primary" for the process that only supervises workers. */
  name: "main" | "web" | "primary" = isMainThread ? "main" : "web";
  private delay: IntervalHistogram | undefined;

  /** Measures from the first scrape on, so that it costs nothing where nobody scrapes. */
  get eventLoopDelay(): IntervalHistogram {
    if (!this.delay) {
      this.delay = monitorEventLoopDelay({ resolution: 1_000 * resolutionS });
      this.delay.enable();
    }
    return this.delay;
  }
}

declare module "../config/running" {
  interface Parts {
    thread: ThreadFacts;
  }
}

const thread = () => running().thread;

/**
 * Node's histogram holds the whole time between two of its timers: the wanted one and the delay.
 */
const resolutionS = 0.02;

/** What this thread has counted, and what it holds now. */
export function threadMetrics(): Snapshot {
  const { clicks, refused, uncounted, visits, leftOut, cache } = counts();
  const { redirectSeconds, apiSeconds, batchClicks } = counts();
  const { unfurler: preview, previewPage: preview_page, ...kinds } = uncounted;
  const pools = poolUse();
  return [
    metric("slugline_clicks_received_total", clicks.received),
    metric("slugline_clicks_answered_total", clicks.answered),
    metric("slugline_clicks_durable_total", clicks.durable),
    metric("slugline_clicks_journaled_total", clicks.journaled),
    metric("slugline_clicks_replayed_total", clicks.replayed),
    metric("slugline_clicks_quarantined_total", clicks.quarantined),
    metric("slugline_clicks_refused_total", labelled("reason", refused)),
    metric(
      "slugline_uncounted_visits_total",
      labelled("kind", { preview, preview_page, ...kinds }),
    ),
    metric("slugline_visits_total", labelled("status", visits)),
    metric("slugline_left_out_total", labelled("what", leftOut)),
    metric(
      "slugline_redirect_duration_seconds",
      bucketValues("slugline_redirect_duration_seconds", redirectSeconds),
    ),
    metric("slugline_api_duration_seconds", apiValues(apiSeconds)),
    metric(
      "slugline_recording_batch_clicks",
      bucketValues("slugline_recording_batch_clicks", batchClicks),
    ),
    metric("slugline_recording_queue_length", labelled("kind", visitRecorder().waiting())),
    metric(
      "slugline_pool_connections",
      pools.flatMap(({ pool, busy, idle }) => [
        { labels: { pool, state: "busy" }, value: busy },
        { labels: { pool, state: "idle" }, value: idle },
      ]),
    ),
    metric(
      "slugline_pool_max_connections",
      pools.map(({ pool, max }) => ({ labels: { pool }, value: max })),
    ),
    metric(
      "slugline_pool_waiting",
      pools.map(({ pool, waiting }) => ({ labels: { pool }, value: waiting })),
    ),
    metric("slugline_link_cache_hits_total", cache.hits),
    metric("slugline_link_cache_misses_total", cache.misses),
    metric("slugline_link_cache_entries", linkCaches().size),
    metric("slugline_event_loop_delay_seconds", eventLoopDelays()),
    metric("slugline_heap_bytes", [
      { labels: { thread: thread().name }, value: getHeapStatistics().used_heap_size },
    ]),
    ...(isMainThread ? processMetrics() : []),
  ];
}

function processMetrics(): Snapshot {
  const { user, system } = process.cpuUsage();
  return [
    metric("slugline_resident_memory_bytes", process.memoryUsage.rss()),
    metric("slugline_cpu_seconds_total", (user + system) / 1e6),
    metric("slugline_build_info", [{ labels: { version, commit }, value: 1 }]),
    metric(
      "slugline_start_time_seconds",
      Math.round((Date.now() - process.uptime() * 1_000) / 1_000),
    ),
  ];
}

function labelled(label: string, byValue: Readonly<Record<string, number>>): Values {
  return Object.entries(byValue).map(([name, value]) => ({ labels: { [label]: name }, value }));
}

function apiValues(apiSeconds: ReadonlyMap<string, Buckets>): Values {
  return [...apiSeconds].flatMap(([key, buckets]) => {
    const [method = "", status = ""] = key.split(" ");
    return bucketValues("slugline_api_duration_seconds", buckets, { method, status });
  });
}

/** Prometheus adds up the buckets: each contains those below it. */
function bucketValues(
  name: string,
  { bounds, counts, sum }: Buckets,
  labels: Record<string, string> = {},
): Values {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return {
      metricName: `${name}_bucket`,
      labels: { ...labels, le: bounds[index] ?? "+Inf" },
      value: total,
    };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: total },
  ];
}

function eventLoopDelays(): Values {
  const { eventLoopDelay: delay, name } = thread();
  // Not "quantile", which Prometheus reserves for summaries.
  const delays = [50, 99, 100].map((percentile) => ({
    labels: { thread: name, percentile: String(percentile) },
    value: Math.max(0, delay.percentile(percentile) / 1e9 - resolutionS),
  }));
  const isMeasured = delay.count > 0;
  delay.reset();
  return isMeasured ? delays : [];
}
