import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Counts } from "../config/counts";
import { withDeadline } from "../core/deadline";
import type { HealthOfKinds } from "../database/database-health";
import { visitedColumns } from "../links/fields";
import type { Target } from "./find-targets";

/** A cached slug is reloaded after this time. */
const lifeMs = 60_000;
/**
 * How long a visitor waits for the database: with a stale entry at hand, with one that may have
 * missed a change, and without one.
 */
const staleLimitMs = 250;
const missedLimitMs = 600;
const coldLimitMs = 900;
/**
 * How many entries that may have missed a change are reloaded at a time, and the shortest pause
 * after a failure.
 */
const reloadedAtOnce = 100;
const reloadRetryMs = 250;

interface Entry {
  target: Target | null;
  loadedAt: number;
  epoch: number;
}

interface Loading {
  promise: Promise<Target | null>;
  /**
   * The link changed, or may have changed, while it was loading, so the result must not be cached.
   */
  overtaken: boolean;
}

/**
 * Caches links by slug, so that a visit needs no query. Stale entries are used only while the
 * database is unavailable.
 */
export class LinkCache {
  private readonly entries: LRUCache<string, Entry>;
  private readonly loading = new Map<string, Loading>();
  private waiting: {
    slug: string;
    resolve: (target: Target | null) => void;
    reject: (error: Error) => void;
  }[] = [];
  private epoch = 0;
  private listening = false;
  private overtakings = 0;
  /** Slugs whose entries may have missed a change and are to be reloaded. */
  private missed: string[] = [];
  private isReloading = false;

  constructor(
    private readonly counts: Counts,
    private readonly health: HealthOfKinds,
    private readonly query: (slugs: readonly string[]) => Promise<Map<string, Target>>,
    maxBytes: number,
  ) {
    const sizeCalculation = ({ target }: Entry, slug: string) =>
      400 + 2 * (slug.length + (target ? textLength(target) : 0));
    this.entries = new LRUCache({ maxSize: maxBytes, sizeCalculation });
  }

  known(slug: string): Target | null | undefined {
    const entry = this.entries.get(slug);
    const { cache } = this.counts;
    if (!entry || !this.isFresh(entry)) {
      cache.misses++;
      return undefined;
    }
    cache.hits++;
    return entry.target;
  }

  get size(): number {
    return this.entries.size;
  }

  async find(slug: string): Promise<Target | null> {
    const entry = this.entries.get(slug);
    if (entry && this.isFresh(entry)) return entry.target;
    if (entry && this.isUnavailable(entry)) return entry.target;
    const { overtakings } = this;
    try {
      return await withDeadline(this.load(slug), entry ? this.staleLimit(entry) : coldLimitMs);
    } catch (error) {
      if (overtakings === this.overtakings) this.health.lookups.markFailed();
      if (entry) return entry.target;
      throw error;
    }
  }

  forget(slug: string): void {
    this.entries.delete(slug);
    const loading = this.loading.get(slug);
    if (loading) loading.overtaken = true;
  }

  /**
   * Change notifications arrive from now on. Earlier entries become stale, because notifications
   * may have been missed.
   */
  startedListening(): void {
    this.epoch++;
    this.listening = true;
    this.overtakeLoading();
    // Each reloaded entry becomes the most recently used one, so this order keeps the order of use.
    this.missed = [...this.entries.rkeys()];
    void this.reloadMissed();
  }

  stoppedListening(): void {
    this.listening = false;
  }

  /** As if it had never stopped: every notification of that time has arrived. */
  resumed(): void {
    this.listening = true;
    void this.reloadMissed();
  }

  /**
   * Results of queries that run now are not cached, because they may predate a change, and their
   * failures do not pause look-ups.
   */
  overtakeLoading(): void {
    this.overtakings++;
    for (const loading of this.loading.values()) loading.overtaken = true;
  }

  private isFresh(entry: Entry): boolean {
    return this.knowsChanges(entry) && performance.now() - entry.loadedAt < lifeMs;
  }

  /** Whether every change since the entry was loaded would have removed it. */
  private knowsChanges({ epoch }: Entry): boolean {
    return this.listening && epoch === this.epoch;
  }

  /**
   * Reloads the entries that may have missed a change before somebody asks for them. Otherwise a
   * link that was deleted meanwhile would redirect again in the next outage. It pauses as long as
   * each query took, to leave the database to visits.
   */
  private async reloadMissed(): Promise<void> {
    if (this.isReloading) return;
    this.isReloading = true;
    while (this.listening && this.missed.length > 0) {
      const begun = performance.now();
      const batch = this.missed.splice(0, reloadedAtOnce).filter((slug) => this.hasMissed(slug));
      const loaded = await Promise.all(batch.map((slug) => this.load(slug))).catch(() => null);
      this.missed.unshift(...batch.filter((slug) => this.hasMissed(slug)));
      const tookMs = performance.now() - begun;
      await sleep(loaded ? tookMs : Math.max(reloadRetryMs, tookMs), undefined, { ref: false });
    }
    this.isReloading = false;
  }

  private hasMissed(slug: string): boolean {
    const entry = this.entries.peek(slug);
    return entry !== undefined && entry.epoch !== this.epoch;
  }

  /**
   * An entry that may have missed a change is used only if look-ups fail. A database that is slow
   * to store clicks may still answer them.
   */
  private isUnavailable(entry: Entry): boolean {
    return (
      this.health.lookups.isUnavailable() ||
      (this.knowsChanges(entry) && this.health.clicks.isUnavailable())
    );
  }

  private staleLimit(entry: Entry): number {
    return this.knowsChanges(entry) ? staleLimitMs : missedLimitMs;
  }

  /**
   * Coalesces queries: one at a time per slug, and one for all slugs requested in the same turn of
   * the event loop.
   */
  private load(slug: string): Promise<Target | null> {
    const running = this.loading.get(slug);
    if (running && !running.overtaken) return running.promise;
    const { epoch } = this;
    const promise = this.queue(slug);
    const loading: Loading = { promise, overtaken: false };
    this.loading.set(slug, loading);
    const keep = (target: Target | null) => {
      if (!loading.overtaken)
        this.entries.set(slug, { target, loadedAt: performance.now(), epoch });
    };
    void promise
      .then(keep, () => {})
      .finally(() => {
        if (this.loading.get(slug) === loading) this.loading.delete(slug);
      });
    return promise;
  }

  private queue(slug: string): Promise<Target | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ slug, resolve, reject });
      if (this.waiting.length === 1) setImmediate(() => void this.queryWaiting());
    });
  }

  private async queryWaiting(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    try {
      const targets = await this.query(batch.map(({ slug }) => slug));
      this.health.lookups.markHealthy();
      for (const { slug, resolve } of batch) resolve(targets.get(slug) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error as Error);
    }
  }
}

const texts = visitedColumns.filter(({ type }) => type === "text" || type === "jsonb");

function textLength(target: Target): number {
  return JSON.stringify(texts.map(({ name }) => target[name]).filter((value) => value !== null))
    .length;
}
