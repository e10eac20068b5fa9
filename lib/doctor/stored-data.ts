import { env } from "../config/env";
import { database } from "../database/client";
import type { Prisma } from "../database/generated/client";
import { findLinkIds } from "../stats/list/find-links";
import type { TextName } from "../texts/translator";

interface Meaning {
  about: TextName<"settings.stored.about">;
  kept: TextName<"settings.stored.kept">;
}

/** The models of the schema, and the view without a model. */
type Described = Prisma.ModelName | "PendingHour";

/** Texts for tables that are neither. */
type OfOthers = "migrations" | "foreign";
type What = TextName<"settings.stored.what">;

/**
 * What each table is about and how long it keeps its rows. A new model does not compile until it is
 * here and the catalogue says what it is for, nor does the text of one that is gone.
 */
const meanings: Record<Described | Capitalize<Exclude<What, OfOthers>>, Meaning> = {
  Click: { about: "visitors", kept: "untilLinkDeleted" },
  SetAside: { about: "visitors", kept: "untilLinkDeleted" },
  SetAsideClick: { about: "visitors", kept: "asOtherClicks" },
  UncountedVisit: { about: "visitors", kept: "untilLinkDeleted" },
  MissedSlug: { about: "visitors", kept: "ninetyDays" },
  IgnoredSlug: { about: "owners", kept: "untilShownAgain" },
  SiteSetting: { about: "owners", kept: "untilReset" },
  DailySalt: { about: "visitors", kept: "untilDayOver" },
  DailySaltFingerprint: { about: "visitors", kept: "untilDayOver" },
  DailySaltRequest: { about: "service", kept: "untilAnswered" },
  Link: { about: "links", kept: "untilDeleted" },
  Replacement: { about: "links", kept: "hour" },
  LinkImport: { about: "links", kept: "day" },
  ImportedLink: { about: "links", kept: "hour" },
  Alias: { about: "links", kept: "untilRemovedWithLink" },
  AliasCount: { about: "links", kept: "withAlias" },
  DeletedSlug: { about: "links", kept: "year" },
  LinkPlace: { about: "links", kept: "untilRemovedWithLink" },
  LinkCounter: { about: "links", kept: "withLink" },
  LinkBotHits: { about: "links", kept: "withLink" },
  DayVisitor: { about: "visitors", kept: "eightDays" },
  LateVisitor: { about: "visitors", kept: "hour" },
  LateDay: { about: "service", kept: "hour" },
  LinkHour: { about: "links", kept: "withLink" },
  LinkDay: { about: "links", kept: "withLink" },
  LinkDayLabel: { about: "links", kept: "withLink" },
  LinkMonthLabel: { about: "links", kept: "withLink" },
  DayTotal: { about: "links", kept: "always" },
  HourTotal: { about: "links", kept: "always" },
  DayLabelTotal: { about: "links", kept: "alwaysSubtracted" },
  MonthLabelTotal: { about: "links", kept: "alwaysSubtracted" },
  HostIcon: { about: "links", kept: "whileLinked" },
  RuleCheck: { about: "links", kept: "withLink" },
  LinkPreview: { about: "links", kept: "withLink" },
  LinkChange: { about: "links", kept: "latestOfLink" },
  Tag: { about: "links", kept: "untilDeleted" },
  LinkTag: { about: "links", kept: "withLinkOrTag" },
  RollupState: { about: "service", kept: "always" },
  LinkTotals: { about: "links", kept: "notStored" },
  PendingHour: { about: "links", kept: "notStored" },
  ClickBatch: { about: "links", kept: "seconds" },
  RecordedBatch: { about: "service", kept: "untilCertain" },
  DeletedLink: { about: "service", kept: "untilHistoryRemoved" },
  Owner: { about: "owners", kept: "untilOwnerRemoved" },
  OwnerAccount: { about: "owners", kept: "withOwner" },
  AuthenticatorApp: { about: "owners", kept: "untilRemovedWithOwner" },
  RecoveryCode: { about: "owners", kept: "untilUsedWithOwner" },
  Passkey: { about: "owners", kept: "untilRemovedWithOwner" },
  OwnerSession: { about: "owners", kept: "untilSignedOut" },
  PasswordReset: { about: "owners", kept: "untilUsed" },
  OwnerInvite: { about: "owners", kept: "untilAccepted" },
  ApiToken: { about: "owners", kept: "afterExpiry" },
  DismissedItem: { about: "owners", kept: "latestOfOwner" },
  SavedView: { about: "owners", kept: "untilDeletedWithOwner" },
  AuditEvent: { about: "owners", kept: "fourHundredDays" },
  GuessLimit: { about: "owners", kept: "hourPastLimit" },
  IdempotencyKey: { about: "service", kept: "twentyFourHours" },
  Share: { about: "owners", kept: "untilRevoked" },
  Receiver: { about: "owners", kept: "untilDeleted" },
  Delivery: { about: "service", kept: "untilSent" },
  DroppedMessage: { about: "service", kept: "thirtyDays" },
  MessageMark: { about: "service", kept: "threeDays" },
  ServerSecret: { about: "service", kept: "always" },
};

export interface StoredTable extends Meaning {
  name: string;
  what: What;
  /** How many days a setting keeps its rows instead. */
  days: number | null;
  columns: string[];
  /**
   * The planner's estimate, because an exact count reads the whole table. Null if the table was
   * never analysed.
   */
  rows: number | null;
}

/**
 * Every table and view of the database with its purpose. Tables without a model are described as
 * foreign.
 */
export async function listStoredData(): Promise<StoredTable[]> {
  const found = await database().$queryRaw<
    { name: string; columns: string[]; rows: number | null }[]
  >`
    SELECT c."relname"::text AS "name",
           array_agg(a."attname"::text ORDER BY a."attnum") AS "columns",
           CASE WHEN c."relkind" = 'v' OR c."reltuples" < 0 THEN NULL ELSE c."reltuples"::float8 END AS "rows"
    FROM "pg_class" c JOIN "pg_attribute" a ON a."attrelid" = c."oid" AND a."attnum" > 0 AND NOT a."attisdropped"
    WHERE c."relnamespace" = current_schema()::regnamespace AND c."relkind" IN ('r', 'p', 'v') AND NOT c."relispartition"
    GROUP BY c."oid" ORDER BY 1`;
  const order: Meaning["about"][] = ["visitors", "links", "owners", "service"];
  return found
    .map((table) => ({
      ...table,
      ...meaningOf(table.name),
      days: (table.name === "Click" && env().CLICK_RETENTION_DAYS) || null,
    }))
    .sort((a, b) => order.indexOf(a.about) - order.indexOf(b.about));
}

function meaningOf(name: string): Meaning & Pick<StoredTable, "what"> {
  if (isDescribed(name)) {
    const what = (name.charAt(0).toLowerCase() + name.slice(1)) as Uncapitalize<Described>;
    return { ...meanings[name], what };
  }
  const what = name === "_prisma_migrations" ? "migrations" : "foreign";
  return { about: "service", what, kept: "always" };
}

const isDescribed = (name: string): name is Described => Object.hasOwn(meanings, name);

/**
 * The latest click as it is stored, without the tags and places that it does not have. Null before
 * the first one.
 */
export async function sampleClick(): Promise<Record<string, string> | null> {
  const [linkId] = await findLinkIds(database(), { order: "lastClickedAt", limit: 1 });
  if (!linkId) return null;
  const click = await database().click.findFirst({
    where: { linkId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
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
