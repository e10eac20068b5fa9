import type { Counts } from "../config/counts";
import type { HealthOfKinds } from "../database/database-health";
import { findTargets, findTargetsWithoutCase, type Target } from "./find-targets";
import { LinkCache } from "./link-cache";
import { ownPart } from "./own-part";

const megabyte = 1024 * 1024;

/**
 * The caches of links by slug, and by slug in lower case. Missing slugs are cached too. Beyond their
 * size the least recently used entries are evicted.
 */
export class LinkCaches {
  readonly exact: LinkCache;
  readonly withoutCase: LinkCache;

  constructor(
    counts: Counts,
    private readonly health: HealthOfKinds,
    megabytes: number,
  ) {
    const most = megabytes * megabyte;
    this.exact = new LinkCache(counts, health, findTargets, most);
    this.withoutCase = new LinkCache(counts, health, findTargetsWithoutCase, most / 8);
  }

  /** How many slugs are cached, unknown ones included. */
  get size(): number {
    return this.exact.size + this.withoutCase.size;
  }

  /**
   * The one link of which a slug or alias differs from this slug by letter case alone, or null.
   * Throws like `find`.
   */
  findWithoutCase(slug: string): Promise<Target | null> {
    return this.withoutCase.find(slug.toLowerCase());
  }

  forget(slug: string): void {
    this.exact.forget(slug);
    this.withoutCase.forget(slug.toLowerCase());
  }

  startedListening(): void {
    for (const cache of this.both()) cache.startedListening();
  }

  stoppedListening(): void {
    for (const cache of this.both()) cache.stoppedListening();
  }

  resumed(): void {
    for (const cache of this.both()) cache.resumed();
  }

  /**
   * A change was stored that may have been missed: visits look links up again, even if a look-up
   * failed a moment ago.
   */
  resumeLookups(): void {
    this.health.lookups.markHealthy();
    for (const cache of this.both()) cache.overtakeLoading();
  }

  private both(): LinkCache[] {
    return [this.exact, this.withoutCase];
  }
}

export function linkCaches(): LinkCaches {
  return ownPart().linkCaches;
}

/** The cached link of a slug: null if there is none, undefined on a cache miss. */
export function knownTarget(slug: string): Target | null | undefined {
  return linkCaches().exact.known(slug);
}

/** The link of a slug, or null. Throws if neither the cache nor the database can answer. */
export function findTarget(slug: string): Promise<Target | null> {
  return linkCaches().exact.find(slug);
}

export function findTargetWithoutCase(slug: string): Promise<Target | null> {
  return linkCaches().findWithoutCase(slug);
}
