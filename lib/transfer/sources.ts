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
  "forwardQuery",
  "forwardUtm",
  "description",
  "image",
] as const;
export type ImportField = (typeof importFields)[number];

export const importSources = ["slugline", "bitly", "yourls", "kutt", "shlink", "dub", "sink", "shortio", "csv"] as const;
export type ImportSource = (typeof importSources)[number];

/**
 * The columns of each field by their comparable name: the first that is not empty counts. `disabled` is the opposite of
 * `enabled`, `clickCount` is added to `importedClicks`, and `usedClicks` is taken from `maxClicks`.
 */
export type Columns = Partial<Record<ImportField | "disabled" | "updatedAt" | "clickCount" | "usedClicks" | "hasPassword", readonly string[]>>;

/** In a file of any source. Kutt and Dub write `password`. */
const anySource: Columns = { hasPassword: ["haspassword", "password"], usedClicks: ["clickcount"] };

interface Format {
  source: ImportSource;
  label: string;
  /** A file with all columns of one of these lists is recognised. */
  signs: readonly (readonly string[])[];
  columns: Columns;
}

/** The public source of each format is named in docs/import.md. The first whose signs are present is chosen. */
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
      forwardQuery: ["forwardquery"],
      forwardUtm: ["forwardutm"],
      description: ["description"],
      image: ["image"],
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
      slug: ["custombitlinks", "customlink", "link", "bitlink"],
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
    columns: { url: ["url"], slug: ["slug"], title: ["title", "comment"], createdAt: ["createdat"], expiresAt: ["expiration"], tags: ["tags"] },
  },
  {
    source: "csv",
    label: "Columns by name",
    signs: [],
    columns: Object.fromEntries(importFields.map((field) => [field, [comparable(field)]])),
  },
];

/** Names that differ in case, spaces, hyphens and underscores are the same column. A dot leads into a JSON object. */
export function comparable(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}.]/gu, "");
}

const known: ReadonlySet<string> = new Set(formats.flatMap(({ columns }) => Object.values(columns).flat()));

/** How many of these columns any format knows. */
export function countKnown(names: readonly string[]): number {
  return names.filter((name) => known.has(comparable(name))).length;
}

export function sourceLabel(source: string): string {
  return formats.find((format) => format.source === source)?.label ?? source;
}

export function recogniseSource(names: ReadonlySet<string>): ImportSource {
  return formats.find(({ signs }) => signs.some((sign) => sign.every((name) => names.has(name))))?.source ?? "csv";
}

/** Where the fields are in a file of this source. `chosen` names columns as written and replaces what is known of them. */
export function columnsOf(source: ImportSource, chosen: Partial<Record<ImportField, string>>): Columns {
  const known = formats.find((format) => format.source === source)?.columns;
  const own = Object.entries(chosen).map(([field, name]) => [field, name === "" ? [] : [comparable(name)]]);
  return { ...anySource, ...known, ...Object.fromEntries(own) };
}
