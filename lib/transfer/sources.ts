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
  "maxClicks",
  "startsAt",
  "expiredUrl",
  "ios",
  "android",
  "geo",
  "domain",
  "forwardQuery",
  "forwardUtm",
  "description",
  "image",
] as const;
export type ImportField = (typeof importFields)[number];

export const importSources = [
  "slugline",
  "bitly",
  "yourls",
  "kutt",
  "shlink",
  "dub",
  "sink",
  "shortio",
  "rebrandly",
  "polr",
  "tinyurl",
  "bookmarks",
  "csv",
] as const;
export type ImportSource = (typeof importSources)[number];

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
 * Names that mean the same in any file: a link that was protected, disabled or over elsewhere must
 * not be open here.
 */
const anySource: Columns = {
  enabled: ["enabled", "isenabled", "active", "isactive", "status", "state"],
  disabled: [
    "disabled",
    "isdisabled",
    "disabledat",
    "banned",
    "isbanned",
    "blocked",
    "isblocked",
    "deleted",
    "isdeleted",
    "deletedat",
    "expired",
    "isexpired",
  ],
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
      "expireat",
      "expirein",
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
      "enddate",
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
  forwardQuery: ["forwardquery"],
  forwardUtm: ["forwardutm"],
  description: [],
  image: [],
};

/** Names in files of no known shortener. */
const byName: Columns = {
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
      "slashtag",
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

interface Format {
  source: ImportSource;
  label: string;
  /** A file with all columns of one of these lists is recognised. */
  signs: readonly (readonly string[])[];
  columns: Columns;
}

/**
 * The public source of each format is named in docs/import.md. The first whose signs are present is
 * chosen.
 */
const formats: readonly Format[] = [
  {
    source: "slugline",
    label: "Slugline",
    signs: [["slug", "url", "bothitcount"]],
    columns: {
      url: ["url"],
      slug: ["slug"],
      title: ["title"],
      enabled: ["enabled"],
      createdAt: ["createdat"],
      updatedAt: ["updatedat"],
      expiresAt: ["expiresat"],
      clickCount: ["clickcount"],
      importedClicks: ["importedclicks"],
      tags: ["tags"],
      note: ["note"],
      aliases: ["aliases"],
      maxClicks: ["maxclicks"],
      startsAt: ["startsat"],
      expiredUrl: ["expiredurl"],
      ios: ["ios"],
      android: ["android"],
      geo: ["geo"],
      domain: ["domain"],
      forwardQuery: ["forwardquery"],
      forwardUtm: ["forwardutm"],
      description: ["description"],
      image: ["image"],
      timeZone: ["timezone"],
    },
  },
  {
    source: "shlink",
    label: "Shlink",
    signs: [["shortcode", "longurl"]],
    columns: {
      url: ["longurl"],
      slug: ["shortcode"],
      title: ["title"],
      createdAt: ["createdat", "datecreated"],
      expiresAt: ["meta.validuntil"],
      startsAt: ["meta.validsince"],
      maxClicks: ["meta.maxvisits"],
      importedClicks: ["visits", "visitssummary.total"],
      usedClicks: ["visits", "visitssummary.total"],
      tags: ["tags"],
    },
  },
  {
    source: "bitly",
    label: "Bitly",
    signs: [
      ["link", "longurl"],
      ["link", "destinationurl"],
      ["bitlink", "longurl"],
      ["bitlink", "originalurl"],
    ],
    columns: {
      url: ["longurl", "destinationurl", "originalurl"],
      slug: ["custombitlinks", "custombitlink", "customlink", "custombackhalf", "link", "bitlink"],
      otherSlugs: [
        "custombitlinks",
        "custombitlink",
        "customlink",
        "custombackhalf",
        "link",
        "bitlink",
      ],
      title: ["title"],
      createdAt: ["createdat", "created"],
      importedClicks: ["totalclicks", "clicks", "engagements"],
      tags: ["tags"],
    },
  },
  {
    source: "kutt",
    label: "Kutt",
    signs: [["address", "target"]],
    columns: {
      url: ["target"],
      slug: ["address"],
      title: ["description"],
      disabled: ["banned"],
      createdAt: ["createdat"],
      expiresAt: ["expirein"],
      importedClicks: ["visitcount"],
    },
  },
  {
    source: "yourls",
    label: "YOURLS",
    signs: [
      ["keyword", "url"],
      ["source", "target", "hits"],
    ],
    columns: {
      url: ["url", "target"],
      slug: ["keyword", "source"],
      title: ["title"],
      createdAt: ["timestamp"],
      importedClicks: ["clicks", "hits"],
    },
  },
  {
    source: "dub",
    label: "Dub",
    signs: [
      ["shortlink", "destinationurl"],
      ["domain", "key", "url"],
    ],
    columns: {
      url: ["destinationurl", "url"],
      slug: ["key", "shortlink"],
      title: ["title"],
      disabled: ["disabledat"],
      createdAt: ["createdat"],
      expiresAt: ["expiresat"],
      importedClicks: ["clicks"],
      tags: ["tags"],
      note: ["comments"],
      ios: ["ios"],
      android: ["android"],
      geo: ["geo"],
    },
  },
  {
    source: "shortio",
    label: "Short.io",
    signs: [
      ["originalurl", "path"],
      ["originalurl", "shorturl"],
    ],
    columns: {
      url: ["originalurl"],
      slug: ["path", "shorturl"],
      title: ["title"],
      createdAt: ["createdat"],
      expiresAt: ["expiresat"],
      importedClicks: ["clicks"],
      tags: ["tags"],
    },
  },
  {
    source: "sink",
    label: "Sink",
    signs: [["id", "slug", "url", "createdat", "updatedat"]],
    columns: {
      url: ["url"],
      slug: ["slug"],
      title: ["title", "comment"],
      createdAt: ["createdat"],
      expiresAt: ["expiration"],
      tags: ["tags"],
    },
  },
  {
    source: "rebrandly",
    label: "Rebrandly",
    signs: [["destination", "slashtag"]],
    columns: {
      url: ["destination"],
      slug: ["slashtag"],
      title: ["title"],
      createdAt: ["createdat", "created", "creationdate"],
    },
  },
  {
    source: "polr",
    label: "Polr",
    signs: [
      ["longurl", "shorturl", "secretkey"],
      ["longurl", "shorturl", "isdisabled"],
      ["longurl", "shorturl", "iscustom"],
    ],
    columns: {
      url: ["longurl"],
      slug: ["shorturl"],
      disabled: ["isdisabled"],
      hasPassword: ["secretkey"],
    },
  },
  {
    source: "tinyurl",
    label: "TinyURL",
    signs: [["longurl", "alias"]],
    columns: { url: ["longurl"], slug: ["alias"], title: ["title", "description"] },
  },
  {
    source: "bookmarks",
    label: "Bookmarks",
    signs: [["href", "adddate"]],
    columns: { url: ["href"], title: ["title"], note: ["description"], createdAt: ["adddate"] },
  },
  { source: "csv", label: "Columns by name", signs: [], columns: byName },
];

/**
 * Names that differ in case, spaces, hyphens and underscores are the same column. A dot leads into
 * a JSON object.
 */
export function comparable(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}.]/gu, "");
}

const known: ReadonlySet<string> = new Set(
  [anySource, ...formats.map(({ columns }) => columns)].flatMap((columns) =>
    Object.values(columns).flat(),
  ),
);

/** How many of these columns any format knows. */
export function countKnown(names: readonly string[]): number {
  return names.filter((name) => known.has(comparable(name))).length;
}

export function sourceLabel(source: string): string {
  return formats.find((format) => format.source === source)?.label ?? source;
}

export function recogniseSource(names: ReadonlySet<string>): ImportSource {
  return (
    formats.find(({ signs }) => signs.some((sign) => sign.every((name) => names.has(name))))
      ?.source ?? "csv"
  );
}

/** Facts that are also read from the column of a field. */
const heldBy: Partial<Record<keyof Columns, ImportField>> = {
  usedClicks: "importedClicks",
  otherSlugs: "slug",
};

/**
 * Where the fields are in a file of this source: in its own columns, then in those that mean the
 * same anywhere, unless the source uses them for something else. `chosen` names columns as written
 * and replaces what is known of them.
 */
export function columnsOf(
  source: ImportSource,
  chosen: Partial<Record<ImportField, string>>,
): Columns {
  const own = formats.find((format) => format.source === source)?.columns ?? {};
  const picked = new Set(Object.values(chosen).map(comparable));
  const claimed = new Set(Object.values(own).flat());
  const fields = new Set([...Object.keys(own), ...Object.keys(anySource)]) as Set<keyof Columns>;
  const merged = [...fields].map((field): [string, readonly string[]] => {
    const holder = heldBy[field];
    const held = comparable((holder && chosen[holder]) ?? "");
    const known = [
      ...(own[field] ?? []),
      ...(anySource[field] ?? []).filter((name) => field === "usedClicks" || !claimed.has(name)),
    ];
    const free = known.filter((name) => name === held || !picked.has(name));
    // Clicks that Slugline itself imported have not used the link.
    return [
      field,
      field !== "usedClicks" || held === "" || held === "importedclicks"
        ? free
        : [...new Set([...free, held])],
    ];
  });
  const named = Object.entries(chosen).map(([field, name]) => [
    field,
    name === "" ? [] : [comparable(name)],
  ]);
  return { ...Object.fromEntries(merged), ...Object.fromEntries(named) };
}
