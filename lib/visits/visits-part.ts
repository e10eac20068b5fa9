import type { Base } from "../config/base";
import { trustProxies } from "../core/client-address";
import type { Database } from "../database/database";
import { newRetentionRound } from "./click-months";
import { ClickStatements, ClickStorage } from "./click-storage";
import type { GeoDatabase } from "./describe/geo-database";
import { KnownGeoSource } from "./describe/geo-source";
import { Journal } from "./journal/journal";
import { newJournalPolls } from "./journal/journal-drained";
import { journalPlace, newJournalMark } from "./journal/journal-folder";
import { ClickLimits } from "./limits/click-limits";
import { LimitedClicks } from "./limits/limited-clicks";
import { NotFoundLimit } from "./limits/not-found-limit";
import { CheckedPasswords } from "./link-admission";
import { LinkCaches } from "./link-caches";
import { LinkChanges } from "./link-change-listener";
import { newMissedSlugs } from "./missed-slugs";
import { UncountedRecorder } from "./record-uncounted";
import { UncountedQueue } from "./uncounted-queue";
import { VisitRecorder } from "./visit-recorder";

export type Visits = ReturnType<typeof createVisitsPart>;

/** What answers visits and records them. Nothing runs, and no file is opened, before it is used. */
export function createVisitsPart(base: Base, database: Database) {
  const { config, counts, settings } = base;
  const linkCaches = new LinkCaches(counts, database.health, config.LINK_CACHE_MB);
  const linkChanges = new LinkChanges(base, database, linkCaches);
  const statements = { clicks: new ClickStatements(), uncounted: new ClickStatements() };
  const storage = new ClickStorage(base);
  const journalMark = newJournalMark();
  let opened: Journal | undefined;
  // The web thread records nothing by itself, so it opens none.
  const journal = (): Journal => {
    opened ??= new Journal(base, ...journalPlace(config), journalMark);
    return opened;
  };
  const uncountedRecorder = new UncountedRecorder(database.pools);
  const limitedClicks = new LimitedClicks(base, database, statements);
  const recorder = new VisitRecorder(
    base,
    database.health,
    statements,
    storage,
    journal,
    uncountedRecorder,
    limitedClicks,
  );
  return {
    config,
    settings,
    linkCaches,
    linkChanges,
    statements,
    storage,
    get journal() {
      return journal();
    },
    /** In the web thread, that of the main thread. */
    journalMark,
    journalPolls: newJournalPolls(),
    uncountedRecorder,
    uncountedQueue: new UncountedQueue(uncountedRecorder),
    clickLimits: new ClickLimits(database),
    recorder,
    missedSlugs: newMissedSlugs(),
    notFoundLimit: new NotFoundLimit(config),
    checkedPasswords: new CheckedPasswords(),
    proxyTrust: trustProxies(config.TRUSTED_PROXIES),
    ownHost: new URL(config.BASE_URL).hostname,
    geoDatabase: null as GeoDatabase | null,
    geoSource: new KnownGeoSource(),
    retentionRound: newRetentionRound(),
  };
}

declare module "../config/running" {
  interface Parts {
    visits: Visits;
  }
}
