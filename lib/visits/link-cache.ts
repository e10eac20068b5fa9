import { LRUCache } from "lru-cache";
import { ProcessWide } from "../config/process-wide";
import { withDeadline } from "../core/deadline";
import { databaseHealth } from "../database/database-health";
import { findTargets, type Target } from "./find-targets";

/** A slug is asked anew after this long, however often it is visited. */
const lifeMs = 60_000;
/** Known-missing slugs are kept too; past this many bytes the longest unused ones go. */
const maxBytes = 64 * 1024 * 1024;
/** With a stale answer at hand a visitor waits this long for a fresh one; without one, so long for any. */
const staleLimitMs = 250;
const coldLimitMs = 900;

interface Entry {
  target: Target | null;
  loadedAt: number;
  epoch: number;
}

interface Loading {
  promise: Promise<Target | null>;
  /** The link changed while it was being read: the result must not be kept. */
  overtaken: boolean;
}

/** Links by slug, so that a visit needs no query. What is stale serves only while the database cannot be asked. */
class LinkCache {
  private readonly entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ target }, slug) => 300 + 2 * (slug.length + (target?.url.length ?? 0) + (target?.title?.length ?? 0)),
  });
  private readonly loading = new Map<string, Loading>();
  private waiting: { slug: string; resolve: (target: Target | null) => void; reject: (error: Error) => void }[] = [];
  private epoch = 0;
  private listening = false;

  /** Undefined when it must be asked for. */
  known(slug: string): Target | null | undefined {
    const entry = this.entries.get(slug);
    return entry && this.isFresh(entry) ? entry.target : undefined;
  }

  async find(slug: string): Promise<Target | null> {
    const entry = this.entries.get(slug);
    if (entry && this.isFresh(entry)) return entry.target;
    const health = databaseHealth();
    if (health.isAway() && entry) return entry.target;
    try {
      return await withDeadline(this.load(slug), entry ? staleLimitMs : coldLimitMs);
    } catch (error) {
      health.failed();
      if (entry) return entry.target;
      throw error;
    }
  }

  forget(slug: string): void {
    this.entries.delete(slug);
    const loading = this.loading.get(slug);
    if (loading) loading.overtaken = true;
  }

  /** Changes are heard of from now on; what was loaded before is stale, for changes may have been missed. */
  startedListening(): void {
    this.epoch++;
    this.listening = true;
  }

  stoppedListening(): void {
    this.listening = false;
  }

  private isFresh(entry: Entry): boolean {
    return this.listening && entry.epoch === this.epoch && performance.now() - entry.loadedAt < lifeMs;
  }

  /** One query a slug at a time, and one for all slugs that are asked for in one turn of the event loop. */
  private load(slug: string): Promise<Target | null> {
    const running = this.loading.get(slug);
    if (running && !running.overtaken) return running.promise;
    const { epoch } = this;
    const promise = this.query(slug);
    const loading: Loading = { promise, overtaken: false };
    this.loading.set(slug, loading);
    const keep = (target: Target | null) => {
      if (!loading.overtaken) this.entries.set(slug, { target, loadedAt: performance.now(), epoch });
    };
    void promise
      .then(keep, () => {})
      .finally(() => {
        if (this.loading.get(slug) === loading) this.loading.delete(slug);
      });
    return promise;
  }

  private query(slug: string): Promise<Target | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ slug, resolve, reject });
      if (this.waiting.length === 1) setImmediate(() => void this.queryWaiting());
    });
  }

  private async queryWaiting(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    try {
      const targets = await findTargets(batch.map(({ slug }) => slug));
      databaseHealth().worked();
      for (const { slug, resolve } of batch) resolve(targets.get(slug) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error as Error);
    }
  }
}

const cache = new ProcessWide("link-cache", () => new LinkCache());

/** The link behind a slug if memory can tell: null when there is none, undefined when the database must be asked. */
export function knownTarget(slug: string): Target | null | undefined {
  return cache.get().known(slug);
}

/** The link behind a slug, or null. Throws when neither memory nor the database can tell. */
export function findTarget(slug: string): Promise<Target | null> {
  return cache.get().find(slug);
}

/** For the listener that hears of changes made elsewhere. */
export function linkCache(): Pick<LinkCache, "forget" | "startedListening" | "stoppedListening"> {
  return cache.get();
}
