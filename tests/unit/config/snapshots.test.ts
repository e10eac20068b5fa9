import { describe, expect, it } from "vitest";
import { Buckets } from "@/lib/config/counts";
import { prometheusText, type Snapshot, SnapshotPeers } from "@/lib/config/snapshots";
import { parseMetrics } from "../../support/metrics";

const snapshot = (counted: number, held: number): Snapshot => [
  {
    name: "counted_total",
    help: "Counted.",
    type: "counter",
    aggregator: "sum",
    values: [{ labels: { kind: "a" }, value: counted }],
  },
  {
    name: "held",
    help: "Held.",
    type: "gauge",
    aggregator: "sum",
    values: [{ labels: {}, value: held }],
  },
  {
    name: "slowest",
    help: "Slowest.",
    type: "gauge",
    aggregator: "max",
    values: [{ labels: {}, value: held }],
  },
];

/** A peer at the other end of a channel; silent while it hangs. */
function join(peers: SnapshotPeers, own: () => Snapshot, isHung = () => false) {
  const peer = peers.join(
    (message) => {
      const { id } = (message as { exchange: { id: string } }).exchange;
      if (!isHung()) queueMicrotask(() => peer.receive({ exchange: { id, answer: [own()] } }));
    },
    async () => [],
  );
  return peer;
}

const read = async (peers: SnapshotPeers) => {
  const metrics = parseMetrics(await prometheusText(await peers.collect()));
  return {
    counted: metrics.sum("counted_total", { kind: "a" }),
    held: metrics.sum("held"),
    slowest: metrics.sum("slowest"),
  };
};

describe("the snapshots of peers", () => {
  it("are added up, by the rule of each metric", async () => {
    const peers = new SnapshotPeers(1_000);
    join(peers, () => snapshot(3, 10));
    join(peers, () => snapshot(4, 20));
    expect(await read(peers)).toEqual({ counted: 7, held: 30, slowest: 20 });
  });

  it("keep the counters of peers that ended, but not their gauges", async () => {
    const peers = new SnapshotPeers(1_000);
    join(peers, () => snapshot(3, 10));
    for (let ended = 0; ended < 5; ended++) {
      const peer = join(peers, () => snapshot(100, 20));
      await peers.collect();
      peer.leave();
      peer.leave();
    }
    expect(await read(peers)).toEqual({ counted: 503, held: 10, slowest: 10 });
    expect(await peers.collect()).toHaveLength(2);
  });

  it("do not count a peer twice that ends while it is asked", async () => {
    const peers = new SnapshotPeers(20);
    let isHung = false;
    const peer = join(
      peers,
      () => snapshot(5, 1),
      () => isHung,
    );
    await peers.collect();
    isHung = true;
    const reading = read(peers);
    peer.leave();
    expect((await reading).counted).toBe(5);
  });

  it("are the last ones of a peer that hangs", async () => {
    const peers = new SnapshotPeers(20);
    let isHung = false;
    let counted = 5;
    join(
      peers,
      () => snapshot(counted, 1),
      () => isHung,
    );
    expect((await read(peers)).counted).toBe(5);
    isHung = true;
    counted = 9;
    expect((await read(peers)).counted).toBe(5);
    isHung = false;
    expect((await read(peers)).counted).toBe(9);
  });
});

it("a value is counted in the first bucket that reaches it", () => {
  const buckets = new Buckets([1, 2, 5]);
  for (const value of [0, 1, 1.5, 2, 5, 5.1, 1_000]) buckets.add(value);
  expect(buckets.counts).toEqual([2, 2, 1, 2]);
  expect(buckets.sum).toBeCloseTo(1_014.6);
});
