import { env } from "../config/env";
import { database } from "../database/client";
import type { Click, Prisma } from "../database/generated/client";
import { findLinkIds } from "../stats/list/find-links";
import { latestClicks } from "../stats/sources/raw-clicks";
import type { TextName } from "../texts/translator";

type What = TextName<"settings.stored.what">;
type Kept = TextName<"settings.stored.kept">;
/** How many rows of each are kept, or for how long. */
type Amount = readonly [number, "row" | "minute" | "hour" | "day" | "year"];

interface Meaning {
  what: What;
  kept: Kept;
  amount?: Amount;
}

/** The models of the schema, and views without a model. */
type Described = Prisma.ModelName | "PackedClick" | "StoredClick" | "PendingBatch" | "PendingHour";

/**
 * What each table is about and how long it keeps its rows. A new model does not compile until it is
 * here.
 */
const meanings: Record<Described, Meaning> = {
  Click: { what: "click", kept: "withLink" },
  ClickPack: { what: "click", kept: "needed" },
  PackedClick: { what: "click", kept: "view" },
  StoredClick: { what: "click", kept: "view" },
  SetAsideClick: { what: "click", kept: "withLink" },
  SetAside: { what: "hash", kept: "withLink" },
  DayVisitor: { what: "hash", kept: "for", amount: [8, "day"] },
  LateVisitor: { what: "hash", kept: "for", amount: [1, "hour"] },
  DailySalt: { what: "hash", kept: "most", amount: [1, "day"] },
  DailySaltFingerprint: { what: "hash", kept: "most", amount: [1, "day"] },
  DailySaltRequest: { what: "hash", kept: "needed" },
  UncountedVisit: { what: "uncounted", kept: "withLink" },
  MissedSlug: { what: "uncounted", kept: "for", amount: [90, "day"] },
  LinkBotHits: { what: "uncounted", kept: "withLink" },
  Link: { what: "link", kept: "untilDeleted" },
  Alias: { what: "link", kept: "withLink" },
  LinkPlace: { what: "link", kept: "withLink" },
  Tag: { what: "link", kept: "untilDeleted" },
  LinkTag: { what: "link", kept: "withLink" },
  LinkPreview: { what: "preview", kept: "withLink" },
  RuleCheck: { what: "preview", kept: "withLink" },
  HostIcon: { what: "preview", kept: "needed" },
  LinkChange: { what: "change", kept: "latest", amount: [200, "row"] },
  Replacement: { what: "change", kept: "for", amount: [1, "hour"] },
  Job: { what: "change", kept: "for", amount: [1, "day"] },
  JobPortion: { what: "change", kept: "for", amount: [1, "day"] },
  LinkImport: { what: "change", kept: "for", amount: [1, "day"] },
  ImportedLink: { what: "change", kept: "for", amount: [1, "hour"] },
  DeletedSlug: { what: "change", kept: "for", amount: [1, "year"] },
  AliasCount: { what: "count", kept: "withLink" },
  AliasTotals: { what: "count", kept: "view" },
  LinkCounter: { what: "count", kept: "withLink" },
  LinkHour: { what: "count", kept: "withLink" },
  LinkDay: { what: "count", kept: "withLink" },
  LinkDayPack: { what: "count", kept: "withLink" },
  LinkDayLabel: { what: "count", kept: "withLink" },
  LinkMonthLabel: { what: "count", kept: "withLink" },
  ShortText: { what: "count", kept: "always" },
  ShortTextChange: { what: "count", kept: "needed" },
  DayTotal: { what: "count", kept: "always" },
  HourTotal: { what: "count", kept: "always" },
  DayLabelTotal: { what: "count", kept: "always" },
  MonthLabelTotal: { what: "count", kept: "always" },
  LinkTotals: { what: "count", kept: "view" },
  PendingBatch: { what: "pending", kept: "view" },
  PendingHour: { what: "count", kept: "view" },
  ClickBatch: { what: "pending", kept: "needed" },
  RecordedBatch: { what: "pending", kept: "most", amount: [1, "year"] },
  RollupState: { what: "pending", kept: "always" },
  DeletedLink: { what: "pending", kept: "needed" },
  LateDay: { what: "pending", kept: "for", amount: [1, "hour"] },
  Owner: { what: "person", kept: "untilDeleted" },
  SavedView: { what: "person", kept: "withOwner" },
  DismissedItem: { what: "person", kept: "latest", amount: [200, "row"] },
  IgnoredSlug: { what: "person", kept: "untilDeleted" },
  SiteSetting: { what: "person", kept: "untilDeleted" },
  OwnerAccount: { what: "access", kept: "withOwner" },
  AuthenticatorApp: { what: "access", kept: "withOwner" },
  RecoveryCode: { what: "access", kept: "withOwner" },
  Passkey: { what: "access", kept: "withOwner" },
  OwnerSession: { what: "access", kept: "most", amount: [30, "day"] },
  PasswordReset: { what: "access", kept: "most", amount: [30, "minute"] },
  OwnerInvite: { what: "access", kept: "most", amount: [7, "day"] },
  ApiToken: { what: "access", kept: "untilDeleted" },
  AuditEvent: { what: "event", kept: "for", amount: [400, "day"] },
  GuessLimit: { what: "guess", kept: "for", amount: [1, "hour"] },
  Share: { what: "share", kept: "untilDeleted" },
  Receiver: { what: "receiver", kept: "untilDeleted" },
  Delivery: { what: "receiver", kept: "latest", amount: [200, "row"] },
  DroppedMessage: { what: "receiver", kept: "for", amount: [30, "day"] },
  MessageMark: { what: "receiver", kept: "for", amount: [3, "day"] },
  HostExpiry: { what: "pending", kept: "needed" },
  IdempotencyKey: { what: "request", kept: "for", amount: [24, "hour"] },
  ServerSecret: { what: "secret", kept: "always" },
};

/** What is shown under which heading, in this order. */
const topics = {
  visitors: ["click", "hash", "uncounted"],
  links: ["link", "preview", "count", "change"],
  owners: ["person", "access", "event", "share", "guess"],
  service: ["receiver", "request", "pending", "secret", "migrations", "foreign"],
} as const satisfies Record<TextName<"settings.stored.about">, readonly What[]>;

export interface StoredTable extends Meaning {
  name: string;
  columns: string[];
  /**
   * The planner's estimate, because an exact count reads the whole table. Null if the table was
   * never analysed.
   */
  rows: number | null;
}

/** Every table and view of the database by topic. Those without a model are foreign. */
export async function listStoredData() {
  const found = await database().$queryRaw<
    { name: string; columns: string[]; rows: number | null }[]
  >`
    SELECT c."relname"::text AS "name",
           array_agg(a."attname"::text ORDER BY a."attnum") AS "columns",
           CASE WHEN c."relkind" = 'v' OR c."reltuples" < 0 THEN NULL ELSE c."reltuples"::float8 END AS "rows"
    FROM "pg_class" c JOIN "pg_attribute" a ON a."attrelid" = c."oid" AND a."attnum" > 0 AND NOT a."attisdropped"
    WHERE c."relnamespace" = current_schema()::regnamespace AND c."relkind" IN ('r', 'p', 'v') AND NOT c."relispartition"
    GROUP BY c."oid" ORDER BY 1`;
  const tables = found.map((table): StoredTable => ({ ...table, ...meaningOf(table.name) }));
  return Object.entries(topics).map(([about, whats]) => ({
    about: about as keyof typeof topics,
    topics: whats
      .map((what) => ({ what, tables: tables.filter((table) => table.what === what) }))
      .filter((topic) => topic.tables.length > 0),
  }));
}

function meaningOf(name: string): Meaning {
  const { CLICK_RETENTION_DAYS: days } = env();
  if (name === "Click" && days) return { what: "click", kept: "most", amount: [days, "day"] };
  if (name === "_prisma_migrations") return { what: "migrations", kept: "always" };
  return isDescribed(name) ? meanings[name] : { what: "foreign", kept: "always" };
}

const isDescribed = (name: string): name is Described => Object.hasOwn(meanings, name);

/**
 * The latest click as it is stored, without the tags and places that it does not have. Null before
 * the first one.
 */
export async function sampleClick(): Promise<Record<string, string> | null> {
  const [linkId] = await findLinkIds(database(), { order: "lastClickedAt", limit: 1 });
  if (!linkId) return null;
  const [click] = await database().$queryRaw<Click[]>(latestClicks(linkId, 1));
  if (!click) return null;
  const shown = {
    ...click,
    createdAt: click.createdAt.toISOString(),
    visitor: `\\x${Buffer.from(click.visitor).toString("hex")}`,
  };
  return Object.fromEntries(
    Object.entries(shown).flatMap(([name, value]) =>
      value === null ? [] : [[name, String(value)]],
    ),
  );
}
