import { AggregatorRegistry } from "prom-client";
import { Exchange } from "../core/exchange";

/** One metric of one thread, in the format of prom-client's `getMetricsAsJSON`. */
export interface MetricSnapshot {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  /** How the values of several threads become one. */
  aggregator: "sum" | "min" | "max";
  values: { labels: Record<string, string | number>; value: number; metricName?: string }[];
}

/** All metrics of one thread at one moment. */
export type Snapshot = MetricSnapshot[];

/** Prometheus text with the values of all snapshots. */
export function prometheusText(snapshots: readonly Snapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate([...snapshots]).metrics();
}

function merge(snapshots: readonly Snapshot[]): Snapshot {
  const metrics = AggregatorRegistry.aggregate([
    ...snapshots,
  ]).getMetricsAsArray() as unknown as Snapshot;
  return metrics.map(({ name, help, type, aggregator, values }) => ({
    name,
    help,
    type,
    aggregator,
    values,
  }));
}

interface Peer {
  exchange: Exchange<Snapshot[]>;
  last: Snapshot[];
}

/**
 * The snapshots of other threads or processes. A peer that hangs contributes its last snapshot. Of
 * a peer that ended, the counters of its last snapshot stay, so that no counter that was read once
 * ever decreases.
 */
export class SnapshotPeers {
  /** `limitMs`: a scrape waits this long for a peer. */
  constructor(private readonly limitMs: number) {}

  private readonly peers = new Set<Peer>();
  private ended: Snapshot = [];

  /** `answer` is what the peer gets when it asks. Call `leave` when it has ended. */
  join(
    post: (message: object) => void,
    answer: () => Promise<Snapshot[]>,
  ): { receive: (message: unknown) => void; leave: () => void } {
    const exchange = new Exchange(post, answer);
    const peer: Peer = { exchange, last: [] };
    this.peers.add(peer);
    return { receive: (message) => exchange.receive(message), leave: () => this.leave(peer) };
  }

  async collect(): Promise<Snapshot[]> {
    const peers = [...this.peers];
    await Promise.all(
      peers.map(async (peer) => {
        peer.last = await peer.exchange.ask(this.limitMs).catch(() => peer.last);
      }),
    );
    // One that ended meanwhile is part of `ended`.
    return [
      this.ended,
      ...peers.filter((peer) => this.peers.has(peer)).flatMap(({ last }) => last),
    ];
  }

  private leave(peer: Peer): void {
    if (!this.peers.delete(peer)) return;
    this.ended = merge([
      this.ended,
      ...peer.last.map((snapshot) => snapshot.filter(({ type }) => type !== "gauge")),
    ]);
  }
}
