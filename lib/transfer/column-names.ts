import { foldText } from "../core/fold-text";
import { openExtras } from "../links/fields";

export const importFields = [
  "url",
  "slug",
  "title",
  "enabled",
  "createdAt",
  "expiresAt",
  "importedClicks",
  "tags",
  "note",
  "aliases",
  ...openExtras.map(({ field }) => field),
] as const;
export type ImportField = (typeof importFields)[number];

/** What decides how a link is imported, besides its fields. */
type Fact =
  | "disabled"
  | "updatedAt"
  | "clickCount"
  | "usedClicks"
  | "hasPassword"
  | "otherSlugs"
  | "timeZone";

/**
 * The columns of each field by their comparable name: the first that is not empty counts.
 * `disabled` is the opposite of `enabled`, `clickCount` is added to `importedClicks`, `usedClicks`
 * is taken from `maxClicks`, `otherSlugs` become aliases, and `timeZone` is that of its times.
 */
export type Columns = Partial<Record<ImportField | Fact, readonly string[]>>;

/**
 * Names that mean the same in any file: a link that was protected or over elsewhere must not be
 * open here. Those of its state are found by `stateNames`.
 */
export const anySource: Columns = {
  createdAt: [
    ...[
      "createdat",
      "created",
      "createdon",
      "createddate",
      "createdtime",
      "creationdate",
      "creationtime",
      "datecreated",
      "timecreated",
    ],
    ...[
      "added",
      "addedat",
      "addedon",
      "addeddate",
      "adddate",
      "dateadded",
      "timeadded",
      "timestamp",
    ],
  ],
  expiresAt: [
    ...[
      "expiresat",
      "expires",
      "expireson",
      "expiresin",
      "expire",
      "expireat",
      "expireon",
      "expirein",
      "expiretime",
      "expiry",
      "expiryat",
      "expirydate",
      "expirytime",
    ],
    ...[
      "expiration",
      "expirationdate",
      "expirationtime",
      "expirationat",
      "expiredat",
      "expiredate",
      "validuntil",
      "validto",
      "validtill",
      "activeuntil",
      "enddate",
      "endat",
      "endsat",
    ],
  ],
  startsAt: [
    "startsat",
    "startat",
    "startdate",
    "starttime",
    "validsince",
    "validfrom",
    "activefrom",
    "publishat",
  ],
  importedClicks: [
    "importedclicks",
    "clicks",
    "totalclicks",
    "clickscount",
    "visits",
    "visitcount",
    "hits",
    "views",
  ],
  clickCount: ["clickcount"],
  usedClicks: ["clickcount", "clicks", "totalclicks", "visits", "visitcount", "hits"],
  maxClicks: [
    "maxclicks",
    "clicklimit",
    "clickslimit",
    "maxvisits",
    "visitlimit",
    "usagelimit",
    "maxuses",
  ],
  hasPassword: [
    ...[
      "haspassword",
      "password",
      "passwordprotected",
      "ispasswordprotected",
      "isprotected",
      "protected",
      "passwordhash",
      "passwordprotection",
    ],
    ...["secretkey", "secret", "pin", "accesscode", "passphrase"],
  ],
  tags: ["tags", "labels", "tag"],
  note: ["note", "notes", "comment", "comments"],
  aliases: ["aliases"],
  expiredUrl: ["expiredurl", "expirationurl", "expirationredirect"],
  // Nothing else is called like one of our flags.
  ...namesOf(openExtras.flatMap(({ field, type }) => (type === "boolean" ? field : []))),
  description: [],
  image: [],
};

/** A column named like its field. */
export function namesOf(fields: readonly ImportField[]): Columns {
  return Object.fromEntries(fields.map((field) => [field, [field.toLowerCase()]]));
}

/** Names in files of no known shortener. */
export const byName: Columns = {
  url: [
    ...[
      "url",
      "longurl",
      "longlink",
      "destination",
      "destinationurl",
      "destinationlink",
      "originalurl",
      "originallink",
    ],
    ...["targeturl", "target", "redirecturl", "fullurl", "href"],
  ],
  slug: [
    ...[
      "slug",
      "shorturl",
      "shortlink",
      "shortcode",
      "shortid",
      "short",
      "alias",
      "customalias",
      "keyword",
    ],
    ...["backhalf", "custombackhalf", "customslug", "key", "code"],
  ],
  title: ["title", "name", "linktitle", "linkname"],
  updatedAt: ["updatedat"],
  description: ["description"],
  image: ["image"],
};

/** What may stand before a word of a state without being the state of something else. */
const ofLink =
  "(?:is|was|has|the|current|my|post|page|item|entry|row|record|bookmark|slug|alias|redirect|redirection|link|links|url|urls|short|shortened)*";
const open = [
  "public|privacy|status|state|active|activated|enable|enabled|live|online|published|publish|visible|visibility",
  "publishstatus|publicationstatus|publicationstate|publishstate|lifecycle|availability",
  "aktiv|aktiviert|zustand|actif|active|activo|activa|attivo|attiva|actief|aktywny|aktywna|ativo|ativa",
  "aktif|etkin|statut|etat|état|estado|stato|stan|toestand|durum|стан|статус|активний|активне|активно",
  "状態|ステータス|有効|状态|狀態|启用|啟用|حالة|الحالة|نشط|مفعل",
].join("|");
const closed = [
  "(?:disable|disabled|deactivated|banned|blocked|deleted|removed|paused|suspended|revoked|trashed)(?:at|on|date)?",
  "private|expired|inactive|hidden|unpublished|closed|locked|invisible|offline",
  "deaktiviert|gesperrt|inaktiv|désactivé|inactif|desactivado|inactivo|disattivato|disabilitato",
  "uitgeschakeld|inactief|wyłączony|nieaktywny|desativado|inativo|devredışı|pasif|вимкнено|неактивний",
  "無効|停用|禁用|معطل|موقوف",
].join("|");
/** `active_flag`, `Active (Y/N)`, `status_name`. */
const asWritten = "(?:flag|yn|yesno|name|label|text)?";
/** Of those: who may follow a link. */
export const saysPrivacy = new RegExp(`^${ofLink}(?:public|privacy|private)${asWritten}$`);
const saysOpen = new RegExp(`^${ofLink}(?:${foldText(open)})${asWritten}$`, "u");
const saysClosed = new RegExp(`^${ofLink}(?:${foldText(closed)})${asWritten}$`, "u");

/**
 * The columns that say whether a link works, by their comparable names: `link_status`, `isActive`,
 * `Deleted at`. Not those of another thing, such as `payment_status` or `status_code`.
 */
export function stateNames(
  names: Iterable<string>,
): Required<Pick<Columns, "enabled" | "disabled">> {
  const all = [...names];
  return {
    enabled: all.filter((name) => saysOpen.test(name)),
    disabled: all.filter((name) => saysClosed.test(name)),
  };
}

/**
 * Names that say what they hold beside another only: a link beside its long URL is the short one,
 * as is the source of a redirect beside its target.
 */
const slugsBeside: Readonly<Record<string, readonly string[]>> = {
  link: ["longurl", "longlink", "destination", "destinationurl", "destinationlink", "originalurl"],
  source: ["target", "targeturl"],
  sourceurl: ["target", "targeturl"],
};

/** The names in a file of no known shortener that has these columns. */
export function namesIn(known: ReadonlySet<string>): Columns {
  const beside = Object.entries(slugsBeside).flatMap(([name, others]) =>
    others.some((other) => known.has(other)) ? name : [],
  );
  // A rule that may be a pattern answers with a code, such as 301.
  const slug = (byName.slug ?? []).filter((name) => name !== "code" || !known.has("regex"));
  return { ...byName, slug: [...slug, ...beside] };
}

/**
 * Names that differ in case, width, spaces, hyphens and underscores are the same column. A dot leads into
 * a JSON object.
 */
export function comparable(name: string): string {
  return foldText(name).replace(/[^\p{L}\p{N}.]/gu, "");
}
