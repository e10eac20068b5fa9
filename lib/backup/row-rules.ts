import { type ClientBase, escapeIdentifier } from "pg";
import { z } from "zod";
import { storedRule } from "../config/server-settings";
import { roles } from "../core/access";
import { auditEvents } from "../core/audit";
import { isDamaged } from "../core/clean-text";
import { emailSchema } from "../core/email";
import { parseDomain } from "../core/hosts";
import type { Prisma } from "../database/generated/client";
import { channelTag } from "../links/channel-schema";
import { columns } from "../links/fields";
import { newLinkFields } from "../links/schema";
import { newTagSchema } from "../links/tag-schema";
import { findAddressProblem } from "../messages/chat-requests";
import { offReasons, type ReceiverKind } from "../messages/events";
import { newReceiverSchema } from "../messages/receiver-schema";
import { newApiTokenSchema } from "../owners/api-tokens";
import { oidcPrefix } from "../owners/owners";
import { forbiddenSchemes } from "../pages/site-schema";
import { healths } from "../previews/destination-health";
import { newShareSchema } from "../shares/share-schema";
import { viewSchema } from "../stats/list/saved-views";
import { dimensions } from "../stats/query/dimensions";
import { packPattern } from "../stats/query/packed-labels";
import { allLanguages } from "../texts/languages";
import { english, say } from "../texts/say";
import { readSentence, type Sentence, says, sentence } from "../texts/sentence";
import { uncountedKind } from "../visits/journal/journal-entry";
import { BackupError } from "./backup-error";

/** All that DESTINATION_SCHEMES may list: the server that restores may not list them yet. */
class AnyScheme extends Set<string> {
  override has(name: string): boolean {
    return !["", "http", "https"].includes(name) && !forbiddenSchemes.has(name);
  }
}

/** No link leads back here: the service may have another address than where the backup was made. */
const link = newLinkFields({
  BASE_URL: "http://restored.invalid",
  PORT: 0,
  schemes: new AnyScheme(),
}).shape;
const { name: tagName, color } = newTagSchema.shape;
const { name: tokenName } = newApiTokenSchema.shape;
const receiver = newReceiverSchema.shape;
const share = newShareSchema.shape;

/** Of people and passkeys, whose names may come from an email, a provider or a browser. */
const personalName = z.string().refine((text) => !isDamaged(text), says("mustNotBeDamaged"));
const stored = (pattern: RegExp) => z.string().regex(pattern, says("mustBeAsStored"));
const bytes = (least: number, most = least) =>
  z
    .instanceof(Uint8Array)
    .refine(({ length }) => length >= least && length <= most, says("mustBeAsStored"));
/** Of better-auth: salt and key. What has another form ends a sign-in with an error. */
const passwordHash = stored(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
const id = stored(/^[\w-]{1,64}$/);
const editor = stored(/^(?:API_TOKEN|(?:owner|token):[\w-]{1,64})$/);
const sha256 = bytes(32);

/** A column without a rule, and why it needs none. */
const unruled = (why: string) => ({ why });
const ofStrangers = unruled("strangers choose it, and it is shown as text");
const shownAsText = unruled("only shown, as text");
const label = unruled("labels of clicks, which strangers choose, in the largest tables");
const onlyCompared = unruled("only compared");

const columnsOfLabels = Object.values(dimensions).flatMap(({ columns }) => columns);
const clicks = Object.fromEntries(
  [...columnsOfLabels, "alias", "visitor"].map((column) => [column, label]),
);
/** Arrays of ClickPack, each with a value for every click, and those that may be empty. */
const filled = ["clickId", "linkId", "createdAt", "isFirstDay", "visitor"];
const sparse = Object.keys(clicks).filter((column) => column !== "visitor");
const labels = { label, detail: label };
const pack = unruled("judged by Postgres, below, because the table may be large");

const hasRule: ReadonlySet<string> = new Set(["text", "int", "jsonb"]);

type Rule = z.ZodType | ReturnType<typeof unruled>;

/**
 * What the fields let in, for each column of text, JSON or bytes that refers to no other table. They
 * hold after all migrations: one that makes a rule stricter changes what is stored.
 */
export const rowRules: Partial<Record<Prisma.ModelName, Record<string, Rule>>> = {
  Link: {
    ...Object.fromEntries(
      columns.flatMap(({ field, name, type }) => (hasRule.has(type) ? [[name, link[field]]] : [])),
    ),
    domain: z.string().refine((host) => parseDomain(host) === host, says("mustBeAsStored")),
    passwordHash,
    editedBy: z.null(says("mustBeAsStored")),
    createdBy: stored(/^(?:import:)?(?:API_TOKEN|(?:owner|token):[\w-]{1,64})$/),
  },
  LinkPreview: {
    title: ofStrangers,
    description: ofStrangers,
    image: unruled("any page names one; it is vetted when it is read"),
    siteName: ofStrangers,
    failReason: shownAsText,
    health: z.enum(healths),
    endHost: shownAsText,
    movedTo: shownAsText,
  },
  RuleCheck: {
    // A platform, a country, a language or an instant.
    destination: stored(/^(?:[A-Za-z0-9-]{2,35}|\d{4}-\d\d-\d\dT[\d:.]{12}Z)$/),
    url: link.url,
    health: z.enum(healths),
    failReason: shownAsText,
  },
  LinkPlace: { source: channelTag, medium: channelTag, campaign: channelTag },
  ShortText: { text: onlyCompared },
  ShortTextChange: { texts: onlyCompared },
  Alias: { slug: link.slug },
  DeletedSlug: { slug: link.slug },
  MissedSlug: { slug: ofStrangers },
  IgnoredSlug: { slug: ofStrangers },
  LinkChange: {
    kind: unruled("history passes over a kind that it does not know"),
    before: shownAsText,
    by: editor,
    from: shownAsText,
    to: shownAsText,
  },
  Tag: { name: tagName, color, key: onlyCompared },
  Click: clicks,
  SetAsideClick: clicks,
  ClickPack: clicks,
  SetAside: { visitor: label, by: editor },
  DayVisitor: { visitor: label },
  LinkDayPack: { labels: pack, pairs: pack },
  LinkDayLabel: labels,
  LinkMonthLabel: labels,
  DayLabelTotal: labels,
  MonthLabelTotal: labels,
  UncountedVisit: { kind: uncountedKind, name: ofStrangers },
  SiteSetting: {
    name: z.string().refine((name) => storedRule(name) !== null, says("isNoSetting")),
    value: unruled("checked by its name, below"),
  },
  Owner: {
    id,
    name: personalName,
    email: emailSchema,
    role: z.enum(roles),
    language: z.enum(allLanguages),
  },
  OwnerAccount: {
    id,
    accountId: onlyCompared,
    providerId: z
      .string()
      .refine(
        (provider) => provider === "credential" || provider.startsWith(oidcPrefix),
        says("mustBeAsStored"),
      ),
    password: passwordHash,
    provedSettings: sha256,
  },
  // Nonce and tag alone have 28.
  AuthenticatorApp: { secret: bytes(29, 1_000) },
  RecoveryCode: { hash: sha256 },
  Passkey: {
    id: stored(/^[\w-]{1,2000}$/),
    publicKey: bytes(1, 10_000),
    transports: z.array(z.string().max(50)).max(20),
    name: personalName,
  },
  ApiToken: {
    name: tokenName,
    hash: sha256,
    prefix: stored(/^slg_[\w-]{4}$/),
    lastFour: stored(/^[\w-]{4}$/),
    role: z.enum(roles),
    revokedBy: editor,
  },
  DismissedItem: { key: onlyCompared },
  SavedView: { name: viewSchema.shape.name, query: viewSchema.shape.query, key: onlyCompared },
  AuditEvent: {
    event: z.enum(Object.keys(auditEvents), says("isNoEvent")),
    byId: onlyCompared,
    by: shownAsText,
    aboutId: onlyCompared,
    about: shownAsText,
    detail: shownAsText,
    browser: shownAsText,
    repeatKey: onlyCompared,
  },
  Receiver: {
    name: receiver.name,
    kind: receiver.kind,
    url: receiver.url,
    events: receiver.events,
    digest: receiver.digest,
    offReason: z.enum(offReasons),
    secret: stored(/^(?:whsec_[A-Za-z0-9+/]+={0,2})?$/),
  },
  Share: {
    hash: sha256,
    campaign: share.campaign,
    cards: share.cards,
    days: share.days,
    passwordHash,
  },
};

type Row = Record<string, unknown>;
type Problem = { column: string; sentence: Sentence } | null;

/** What depends on more than one column. */
const wholeRules: Partial<
  Record<Prisma.ModelName, { needs: string[]; problemOf: (row: Row) => Problem }>
> = {
  // An array that is shorter would be filled up with NULL; one without values is empty.
  ClickPack: {
    needs: ["size", ...filled, ...sparse],
    problemOf: ({ size, ...arrays }) => {
      const lengthOf = (name: string) => (arrays[name] as unknown[] | null)?.length ?? 0;
      const column =
        filled.find((name) => lengthOf(name) !== size) ??
        sparse.find((name) => lengthOf(name) !== size && lengthOf(name) !== 0);
      return column ? { column, sentence: sentence("mustBeAsStored") } : null;
    },
  },
  SiteSetting: {
    needs: ["name", "value"],
    problemOf: ({ name, value }) => {
      const [issue] = storedRule(String(name))?.safeParse(value).error?.issues ?? [];
      return issue ? { column: "value", sentence: readSentence(issue.message) } : null;
    },
  },
  Receiver: {
    needs: ["kind", "url"],
    problemOf: ({ kind, url }) => {
      const problem = findAddressProblem(kind as ReceiverKind, String(url));
      return problem && { column: "url", sentence: sentence(problem) };
    },
  },
  Share: {
    needs: ["linkId", "tagId", "campaign", "days", "from", "to"],
    problemOf: ({ linkId, tagId, campaign, days, from, to }) => {
      const isGiven = (value: unknown) => value !== null;
      if ([linkId, tagId, campaign].filter(isGiven).length !== 1)
        return { column: "campaign", sentence: sentence("mustBeGivenAlone") };
      const given = [days, from, to].map(isGiven).join();
      if (given !== "true,false,false" && given !== "false,true,true")
        return { column: "days", sentence: sentence("mustBeAsStored") };
      if (from instanceof Date && to instanceof Date && from > to)
        return { column: "to", sentence: sentence("mustNotBeBeforeFrom") };
      return null;
    },
  },
};

const atOnce = 1_000;

/** Throws a `BackupError` at the first value that its field would refuse. */
export async function refuseForeignValues(client: ClientBase, file: string): Promise<void> {
  for (const [table, columns] of Object.entries(rowRules)) {
    const ruled = Object.entries(columns).flatMap(([column, rule]): [string, z.ZodType][] =>
      "why" in rule ? [] : [[column, rule]],
    );
    const whole = wholeRules[table as Prisma.ModelName];
    const names = new Set([...ruled.map(([column]) => column), ...(whole?.needs ?? [])]);
    if (names.size === 0) continue;
    await client.query(
      `DECLARE "restored" NO SCROLL CURSOR FOR SELECT ${[...names].map(escapeIdentifier).join(", ")} FROM ${escapeIdentifier(table)}`,
    );
    for (let isMore = true; isMore; ) {
      const { rows } = await client.query<Row>(`FETCH ${atOnce} FROM "restored"`);
      for (const row of rows) {
        const problem = findProblem(ruled, row) ?? whole?.problemOf(row);
        if (problem) throw refusal(file, table, problem, row[problem.column]);
      }
      isMore = rows.length === atOnce;
    }
    await client.query(`CLOSE "restored"`);
  }
  await refuseForeignPacks(client, file);
}

async function refuseForeignPacks(client: ClientBase, file: string): Promise<void> {
  for (const column of ["labels", "pairs"] as const) {
    const name = escapeIdentifier(column);
    const { rows } = await client.query<Row>(
      `SELECT ${name} FROM "LinkDayPack" WHERE ${name} !~ $1 LIMIT 1`,
      [packPattern(column)],
    );
    const problem = { column, sentence: sentence("mustBeAsStored") };
    if (rows[0]) throw refusal(file, "LinkDayPack", problem, rows[0][column]);
  }
}

function findProblem(ruled: readonly [string, z.ZodType][], row: Row): Problem {
  for (const [column, schema] of ruled) {
    const value = row[column] ?? null;
    const issue = value === null ? undefined : schema.safeParse(value).error?.issues[0];
    if (issue) return { column, sentence: readSentence(issue.message) };
  }
  return null;
}

const secretColumns: ReadonlySet<string> = new Set(["password", "passwordHash", "secret"]);

function refusal(
  file: string,
  table: string,
  { column, sentence: problem }: NonNullable<Problem>,
  value: unknown,
): BackupError {
  const isShown = !secretColumns.has(column) && !ArrayBuffer.isView(value);
  const shown = isShown ? `: ${JSON.stringify(value).slice(0, 60)}` : "";
  return new BackupError(
    english("backupValue", { file, table, column, problem: say("en", problem), value: shown }),
  );
}
