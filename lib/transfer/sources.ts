import { english } from "../texts/say";
import {
  anySource,
  byName,
  type Columns,
  comparable,
  type ImportField,
  importFields,
  namesIn,
  namesOf,
  stateNames,
} from "./column-names";

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

interface Format {
  source: ImportSource;
  label: string;
  /** Columns that no other source and no plain table has. */
  own: readonly string[];
  /** A file with all columns of one of these lists, and one that is its own, is recognised. */
  signs: readonly (readonly string[])[];
  /** So is one with all of these, if it has no others than these, `also` and `columns`. */
  whole?: readonly (readonly string[])[];
  also?: readonly string[];
  columns: Columns;
}

/** The public source of each format is named in docs/import.md. */
export const formats: readonly Format[] = [
  {
    source: "slugline",
    label: "Slugline",
    own: ["bothitcount"],
    signs: [["slug", "url", "bothitcount"]],
    columns: {
      ...namesOf(importFields),
      updatedAt: ["updatedat"],
      clickCount: ["clickcount"],
      timeZone: ["timezone"],
    },
  },
  {
    source: "shlink",
    label: "Shlink",
    own: [
      "visitssummary",
      "crawlable",
      "hasredirectrules",
      "meta.maxvisits",
      "meta.validuntil",
      "meta.validsince",
    ],
    signs: [["shortcode", "longurl"]],
    whole: [["shortcode", "longurl", "shorturl", "visits"]],
    also: ["domain", "visitscount"],
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
    own: ["bitlink", "custombitlinks", "custombitlink", "customlink", "engagements", "deeplinks"],
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
    own: ["address"],
    signs: [
      ["address", "target", "visitcount"],
      ["address", "target", "expirein"],
      ["address", "target", "banned"],
    ],
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
    own: [],
    signs: [],
    whole: [
      ["keyword", "url", "timestamp", "clicks"],
      ["source", "target", "hits"],
    ],
    also: ["ip", "user"],
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
    own: ["trackconversion", "doindex", "publicstats", "saleamount", "webhookids"],
    signs: [
      ["shortlink", "destinationurl"],
      ["domain", "key", "url"],
    ],
    whole: [
      ["shortlink", "destinationurl", "archived"],
      ["domain", "key", "url", "shortlink"],
    ],
    also: [
      "id",
      "updatedat",
      "archived",
      "description",
      "creator",
      "leads",
      "conversions",
      "sales",
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
    own: ["idstring", "secureshorturl", "lcpath"],
    signs: [
      ["originalurl", "path"],
      ["originalurl", "shorturl"],
    ],
    whole: [["originalurl", "path"]],
    also: ["archived", "haspassword"],
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
    own: ["around.exportedat", "cloaking", "redirectwithquery"],
    signs: [
      ["slug", "url", "comment", "around.exportedat"],
      ["slug", "url", "cloaking"],
      ["slug", "url", "redirectwithquery"],
    ],
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
    own: ["slashtag"],
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
    own: ["iscustom", "isapi", "longurlhash"],
    signs: [["longurl", "shorturl"]],
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
    own: ["tinyurl"],
    signs: [
      ["tinyurl", "longurl"],
      ["tinyurl", "url"],
    ],
    whole: [["longurl", "alias", "domain"]],
    also: ["created", "createdat", "tags", "clicks", "expiresat"],
    columns: {
      url: ["longurl", "url"],
      slug: ["alias"],
      title: ["title", "description"],
    },
  },
  {
    source: "bookmarks",
    label: "Bookmarks",
    own: [],
    signs: [],
    columns: { url: ["href"], title: ["title"], note: ["description"], createdAt: ["adddate"] },
  },
  { source: "csv", label: english("columnsByName"), own: [], signs: [], columns: {} },
];

const known: ReadonlySet<string> = new Set(
  [anySource, byName, ...formats.map(({ columns }) => columns)].flatMap((columns) =>
    Object.values(columns).flat(),
  ),
);

/** How many of these columns any format knows. */
export function countKnown(names: readonly string[]): number {
  return names.filter((name) => known.has(comparable(name))).length;
}

const destinations: ReadonlySet<string> = new Set(
  [byName, ...formats.map(({ columns }) => columns)].flatMap(({ url = [] }) => url),
);

/** Whether a column of any format may hold the destination. */
export function namesDestination(names: readonly string[]): boolean {
  return names.some((name) => destinations.has(comparable(name)));
}

export function sourceLabel(source: string): string {
  return formats.find((format) => format.source === source)?.label ?? source;
}

/**
 * Names that begin with `around.` are those of the object that holds the list of links. Without a
 * sign, a file is one of columns by name: what every table has says nothing.
 */
export function recogniseSource(names: ReadonlySet<string>): ImportSource {
  const hasAll = (each: readonly string[]) => each.every((name) => names.has(name));
  const hasSign = ({ own, signs }: Format) =>
    own.some((name) => names.has(name)) && signs.some(hasAll);
  const found = formats.find(hasSign) ?? formats.find((format) => isWhole(format, names));
  return found?.source ?? "csv";
}

/** Whether these are the columns of an export of this source, and no others. */
function isWhole({ whole = [], also = [], columns }: Format, names: ReadonlySet<string>): boolean {
  const list = whole.find((each) => each.every((name) => names.has(name)));
  if (!list) return false;
  const known = new Set([...list, ...also, ...Object.values(columns).flat()]);
  return [...names].every((name) => name.includes(".") || known.has(name));
}

/** Facts that are also read from the column of a field. */
const heldBy: Partial<Record<keyof Columns, ImportField>> = {
  usedClicks: "importedClicks",
  otherSlugs: "slug",
};

/**
 * Where the fields are in a file of this source: in its own columns, then in those that mean the
 * same anywhere, unless the source uses them for something else. `chosen` names columns as written
 * and replaces what is known of them. `known`: the columns of the file.
 */
export function columnsOf(
  source: ImportSource,
  chosen: Partial<Record<ImportField, string>>,
  known: ReadonlySet<string>,
): Columns {
  const format = formats.find((format) => format.source === source)?.columns ?? {};
  const own = source === "csv" ? namesIn(known) : format;
  const picked = new Set(Object.values(chosen).map(comparable));
  const claimed = new Set(Object.values(own).flat());
  const anywhere: Columns = { ...anySource, ...stateNames(known) };
  const fields = new Set([...Object.keys(own), ...Object.keys(anywhere)]) as Set<keyof Columns>;
  const merged = [...fields].map((field): [string, readonly string[]] => {
    const holder = heldBy[field];
    const held = comparable((holder && chosen[holder]) ?? "");
    const all = [
      ...(own[field] ?? []),
      ...(anywhere[field] ?? []).filter((name) => field === "usedClicks" || !claimed.has(name)),
    ];
    const free = all.filter((name) => name === held || !picked.has(name));
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
