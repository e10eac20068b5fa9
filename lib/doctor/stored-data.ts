import { env } from "../config/env";
import { database } from "../database/client";
import type { Prisma } from "../database/generated/client";
import { findLinkIds } from "../stats/list/find-links";

interface Meaning {
  about: "visitors" | "links" | "owners" | "service";
  what: string;
  kept: string;
}

/**
 * One entry per model of the schema, and per view without a model: a new model does not compile
 * until it is described here.
 */
const meanings: Record<Prisma.ModelName | "PendingHour", Meaning> = {
  Click: {
    about: "visitors",
    what: "One row per click: time, referrer, coarse location, device, browser, OS and language, campaign tags, the further host, the alias and the rule of the link if there is one, and a hash that stands for the visitor on that day.",
    kept: "until the link is deleted",
  },
  SetAside: {
    about: "visitors",
    what: "Which visitor hash made so many clicks of a link on a day that somebody set them aside, when and who.",
    kept: "until the link is deleted",
  },
  SetAsideClick: {
    about: "visitors",
    what: "The clicks that are set aside, with what a click stores. No number counts them.",
    kept: "as long as other clicks",
  },
  UncountedVisit: {
    about: "visitors",
    what: "Number of crawler, preview, prefetch and HEAD requests, by day and name, of visits to preview pages, and of visits of owners that are left out.",
    kept: "until the link is deleted",
  },
  MissedSlug: {
    about: "visitors",
    what: "Slugs that visitors asked for and that no link had: how often on a day, and the time of the last visit.",
    kept: "90 days, at most 500 slugs of each day",
  },
  IgnoredSlug: {
    about: "owners",
    what: "Slugs that an owner left out of the missed links.",
    kept: "until shown again",
  },
  SiteSetting: {
    about: "owners",
    what: "What an owner set under Settings > Public pages: name, logo, color, addresses, languages, allowed destinations, preview pages, and whether letter case counts.",
    kept: "until reset",
  },
  DailySalt: {
    about: "visitors",
    what: "Visitor hash salts stored by an earlier version. No longer written.",
    kept: "until its UTC day is over",
  },
  DailySaltFingerprint: {
    about: "visitors",
    what: "A fingerprint of the secret that turns an address into the day's visitor hash. The secret itself is not in the database.",
    kept: "until its UTC day is over",
  },
  DailySaltRequest: {
    about: "service",
    what: "Requests of new instances for the day's secret, answered encrypted to a key that never leaves memory.",
    kept: "until answered",
  },
  Link: {
    about: "links",
    what: "Slug, destination, title, state, start, expiry, maximum of clicks, preview and private note, as somebody set them, who created it, the scrypt hash of a password, and the clicks before an import.",
    kept: "until deleted",
  },
  Replacement: {
    about: "links",
    what: "What somebody replaced in the destinations of which links, so that it can be undone.",
    kept: "an hour",
  },
  LinkImport: {
    about: "links",
    what: "When links were imported, from where and how many.",
    kept: "a day",
  },
  ImportedLink: {
    about: "links",
    what: "Which links an import created, so that it can be undone.",
    kept: "an hour",
  },
  Alias: {
    about: "links",
    what: "Further slugs of links.",
    kept: "until removed, or with the link",
  },
  AliasCount: {
    about: "links",
    what: "Clicks by each alias, and the time of the last one.",
    kept: "with the alias",
  },
  DeletedSlug: {
    about: "links",
    what: "Slugs that links and aliases had, and until when, so that owners are warned before they give one to another link. Nothing else of these links.",
    kept: "a year, at most the latest 100,000",
  },
  LinkPlace: {
    about: "links",
    what: "Where an owner shares a link: the campaign tags of its short links.",
    kept: "until removed, or with the link",
  },
  LinkCounter: { about: "links", what: "Click counts of each link.", kept: "with the link" },
  LinkBotHits: {
    about: "links",
    what: "How often preview bots fetched each link.",
    kept: "with the link",
  },
  DayVisitor: {
    about: "visitors",
    what: "Which visitor hashes a link saw on a recent day and in which hours, so that unique visitors can be counted.",
    kept: "eight days",
  },
  LateVisitor: {
    about: "visitors",
    what: "The same, by the previous version for clicks that arrived late.",
    kept: "an hour",
  },
  LateDay: { about: "service", what: "Progress of that version.", kept: "an hour" },
  LinkHour: {
    about: "links",
    what: "Clicks and unique visitors of a link in one hour, as numbers.",
    kept: "with the link",
  },
  LinkDay: {
    about: "links",
    what: "Clicks and unique visitors of a link on one day, as numbers.",
    kept: "with the link",
  },
  LinkDayLabel: {
    about: "links",
    what: "Clicks of a link on one day by referrer, place, device, language and campaign.",
    kept: "with the link",
  },
  LinkMonthLabel: { about: "links", what: "The same by month.", kept: "with the link" },
  DayTotal: {
    about: "links",
    what: "Clicks, unique visitors, bot hits and new links of all links together, by day.",
    kept: "always",
  },
  HourTotal: {
    about: "links",
    what: "Clicks and unique visitors of all links together, by hour.",
    kept: "always",
  },
  DayLabelTotal: {
    about: "links",
    what: "Clicks on all links together on one day by referrer, place, device, language and campaign.",
    kept: "always; clicks of deleted links are subtracted",
  },
  MonthLabelTotal: {
    about: "links",
    what: "The same by month.",
    kept: "always; clicks of deleted links are subtracted",
  },
  HostIcon: {
    about: "links",
    what: "The icon of each host that destinations are on, as its pages name it. Only the dashboard shows it.",
    kept: "60 days after it was last read, and until up to 30 days after the last link to the host is gone",
  },
  RuleCheck: {
    about: "links",
    what: "Whether the addresses for platforms and countries work, by the last check.",
    kept: "with the link",
  },
  LinkPreview: {
    about: "links",
    what: "Preview title, description and image of a link's destination, and whether it works.",
    kept: "with the link",
  },
  LinkChange: {
    about: "links",
    what: "When owners changed a link, who did, and what it was before and after. Of a password only whether there was one.",
    kept: "the latest 200 of each link, until it is deleted",
  },
  Tag: { about: "links", what: "Name and colour of each tag.", kept: "until deleted" },
  LinkTag: {
    about: "links",
    what: "Which links have which tags.",
    kept: "until taken off, or with the link or the tag",
  },
  RollupState: {
    about: "service",
    what: "The time from which statistics are complete.",
    kept: "always",
  },
  LinkTotals: {
    about: "links",
    what: "The counters plus the latest clicks, and the tags and aliases. A view: it stores nothing itself.",
    kept: "not stored",
  },
  PendingHour: {
    about: "links",
    what: "The hours of clicks in ClickBatch. A view: it stores nothing itself.",
    kept: "not stored",
  },
  ClickBatch: {
    about: "links",
    what: "Clicks that are being added to the counters.",
    kept: "for seconds; longer while the database is busy",
  },
  RecordedBatch: {
    about: "service",
    what: "Batches of uncounted visits that may be written again, so that none is counted twice.",
    kept: "until it is certain that they are not; at most a year",
  },
  DeletedLink: {
    about: "service",
    what: "Deleted links whose history is still being removed.",
    kept: "until it is",
  },
  Owner: {
    about: "owners",
    what: "Name, email, role and language of each person, when they were last here, and how often they ended sessions.",
    kept: "until the owner is removed",
  },
  OwnerAccount: {
    about: "owners",
    what: "The scrypt hash of each owner's password, or who they are at the provider of single sign-on.",
    kept: "with the owner",
  },
  AuthenticatorApp: {
    about: "owners",
    what: "The secret of each owner's authenticator app, encrypted with a key that is not in the database, and the time step of the last code.",
    kept: "until removed, or with the owner",
  },
  RecoveryCode: {
    about: "owners",
    what: "The SHA-256 of each unused recovery code.",
    kept: "until used or replaced, or with the owner",
  },
  Passkey: {
    about: "owners",
    what: "Name and public key of each owner's passkeys, and when they were last used.",
    kept: "until removed, or with the owner",
  },
  OwnerSession: {
    about: "owners",
    what: "Signed-in browsers, with their user agent. No IP address.",
    kept: "30 days, or until signed out",
  },
  PasswordReset: {
    about: "owners",
    what: "The hash of an owner's link to set a new password, and who made it.",
    kept: "30 minutes, or until used",
  },
  OwnerInvite: {
    about: "owners",
    what: "The hash and role of each pending invitation, who sent it, and the email it was made for on the command line.",
    kept: "7 days, or until accepted",
  },
  ApiToken: {
    about: "owners",
    what: "Name, role and SHA-256 of each API token, and when it was last used.",
    kept: "until 30 days after it expires",
  },
  DismissedItem: {
    about: "owners",
    what: "Highlights of Home that an owner dismissed: their kind, the id of the link and what happened.",
    kept: "the latest 200 of each owner",
  },
  SavedView: {
    about: "owners",
    what: "Views of the links list: their name, filters and order, and whose each is unless the team has it.",
    kept: "until deleted, or their owner is removed",
  },
  AuditEvent: {
    about: "owners",
    what: "What people, tokens and commands did: sign-ins (failed ones by account), people, roles, passwords, tokens, settings, exports, imports and restores, with the time and the kind of browser. Names stay when somebody is removed.",
    kept: "400 days",
  },
  GuessLimit: {
    about: "owners",
    what: "Number of wrong passwords (of owners and of links) and tokens by source, as a hash with the day's salt, never an address.",
    kept: "an hour past the limit",
  },
  IdempotencyKey: {
    about: "service",
    what: "Answers to API requests with an Idempotency-Key, and about what forms of the dashboard created (of tokens and invitations only their ids), so that a repeated request changes nothing.",
    kept: "24 hours",
  },
  Share: {
    about: "owners",
    what: "Share pages: what each shows, the SHA-256 of its address, the hash of its password, who made it, and when it was last opened.",
    kept: "until revoked, or deleted with its link, its tag or who made it",
  },
  Receiver: {
    about: "owners",
    what: "Where messages about events are sent: name, address, events, the secret that signs them, and who set it up.",
    kept: "until deleted",
  },
  Delivery: {
    about: "service",
    what: "Messages that are sent or were, what they say of a link or a person, and the beginning of each receiver's answer. Nothing about visitors.",
    kept: "until sent; then the latest 200 of each receiver",
  },
  MessageMark: {
    about: "service",
    what: "Which messages about a link a receiver got on a day, so that it gets each once.",
    kept: "three days",
  },
  ServerSecret: {
    about: "service",
    what: "One half of the key that signs session cookies; the other is the API token.",
    kept: "always",
  },
};

export interface StoredTable extends Meaning {
  name: string;
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
      ...(meanings[table.name as keyof typeof meanings] ?? unknownTable(table.name)),
      ...settingsOf(table.name),
    }))
    .sort((a, b) => order.indexOf(a.about) - order.indexOf(b.about));
}

/** Adjusts the retention by settings. */
function settingsOf(name: string): Partial<Meaning> {
  const { CLICK_RETENTION_DAYS: days } = env();
  return name === "Click" && days
    ? { kept: `for ${days} days (CLICK_RETENTION_DAYS), or until the link is deleted` }
    : {};
}

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

function unknownTable(name: string): Meaning {
  const what =
    name === "_prisma_migrations"
      ? "Which database migrations were applied, and when."
      : "Not part of Slugline: created by another program.";
  return { about: "service", what, kept: "always" };
}
