import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "./find-discrepancies";

type Labels = Record<string, string>;

interface Sample {
  name: string;
  labels: Labels;
  value: number;
}

/** What `/api/metrics` said at one moment. */
export class Metrics {
  constructor(readonly samples: readonly Sample[]) {}

  /** The sum of all samples with these labels; 0 if there are none. */
  sum(name: string, labels: Labels = {}): number {
    return this.samples
      .filter((sample) => matches(sample, name, labels))
      .reduce((total, { value }) => total + value, 0);
  }

  has(name: string): boolean {
    return this.samples.some((sample) => sample.name === name);
  }
}

function matches(sample: Sample, name: string, labels: Labels): boolean {
  return (
    sample.name === name &&
    Object.entries(labels).every(([label, value]) => sample.labels[label] === value)
  );
}

/**
 * Parses the text format of Prometheus. Throws on a line that is not in it, or on a sample without
 * its HELP and TYPE.
 */
export function parseMetrics(text: string): Metrics {
  const described = new Map<string, Set<string>>();
  const samples: Sample[] = [];
  for (const line of text.split("\n").filter((each) => each !== "")) {
    const [, kind, about = ""] = /^# (HELP|TYPE) (\w+) \S/.exec(line) ?? [];
    if (kind) {
      described.set(about, (described.get(about) ?? new Set()).add(kind));
      continue;
    }
    const [, name = "", inBraces = "", value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const family = described.get(name) ?? described.get(name.replace(/_(bucket|sum|count)$/, ""));
    if (family?.size !== 2 || !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(value))
      throw new Error(`not in the text format: ${line}`);
    const labels = Object.fromEntries(
      [...inBraces.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = "", text = ""]) => [label, text]),
    );
    samples.push({ name, labels, value: Number(value) });
  }
  return new Metrics(samples);
}

export async function scrape({ url, token }: { url: string; token: string }): Promise<Metrics> {
  const response = await fetch(`${url}/api/metrics`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`/api/metrics answered ${response.status}: ${text}`);
  return parseMetrics(text);
}

/**
 * A journal file is gone a moment before its clicks are counted as replayed, so what is found at
 * first is looked for once more.
 */
export async function findTwice(find: () => Promise<string[]>): Promise<string[]> {
  if ((await find()).length === 0) return [];
  await sleep(300);
  return find();
}

interface Scraped {
  server: { url: string; token: string };
}

interface Balance {
  leftInJournal?: boolean;
  /** Compares what was counted since then. */
  before?: Metrics;
}

/**
 * The equations of docs/monitoring.md, for an instance at rest: no request in flight, and nothing
 * in the journal.
 */
export function findImbalances(
  metrics: Metrics,
  { leftInJournal = false, before = new Metrics([]) }: Balance = {},
): string[] {
  const clicks = (what: string) =>
    metrics.sum(`slugline_clicks_${what}_total`) - before.sum(`slugline_clicks_${what}_total`);
  const [moved, journaled] = [clicks("replayed") + clicks("quarantined"), clicks("journaled")];
  const equations = [
    ["received = answered + refused", clicks("received"), clicks("answered") + clicks("refused")],
    ["answered = durable + journaled", clicks("answered"), clicks("durable") + journaled],
    // A journal that a killed process left behind is replayed too, but its clicks were counted by
    // that process.
    [
      "journaled = replayed + quarantined",
      journaled,
      leftInJournal ? Math.min(moved, journaled) : moved,
    ],
    ["0 = queue", 0, metrics.sum("slugline_recording_queue_length")],
    ["0 = journal bytes", 0, metrics.sum("slugline_journal_bytes")],
  ] as const;
  return equations
    .filter(([, left, right]) => left !== right)
    .map(([name, left, right]) => `${name}: ${left}, ${right}`);
}

/**
 * The books of one instance from `open` to `findImbalances`, compared with what its clients saw and
 * what the database stores. A process that is killed loses its counters, so open new books after
 * each start.
 */
export class Books {
  private constructor(
    private readonly instance: Scraped,
    private readonly sql: Sql,
    private readonly before: Metrics,
    private readonly rowsBefore: number,
  ) {}

  static async open(instance: Scraped, sql: Sql): Promise<Books> {
    return new Books(instance, sql, await scrape(instance.server), await countRows(sql));
  }

  /** `answered`: the redirects that clients got. Expects an instance at rest. */
  findImbalances(answered: number): Promise<string[]> {
    return findTwice(() => this.compare(answered));
  }

  private async compare(answered: number): Promise<string[]> {
    const metrics = await scrape(this.instance.server);
    const since = (what: string) =>
      metrics.sum(`slugline_clicks_${what}_total`) -
      this.before.sum(`slugline_clicks_${what}_total`);
    const stored = (await countRows(this.sql)) - this.rowsBefore;
    const written = since("durable") + since("replayed");
    const found = findImbalances(metrics, { before: this.before });
    if (since("answered") !== answered)
      found.push(`answered: ${since("answered")}, but clients got ${answered} redirects`);
    // The statement of a refused click may still succeed later.
    if (stored < written || stored > written + since("refused"))
      found.push(`durable + replayed: ${written}, but ${stored} clicks were stored`);
    return found;
  }
}

async function countRows(sql: Sql): Promise<number> {
  const [row] = await sql<{ rows: number }>(`SELECT count(*)::int AS "rows" FROM "StoredClick"`);
  return row?.rows ?? 0;
}
