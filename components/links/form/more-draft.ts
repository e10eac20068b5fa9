import type {
  AddressesByKey,
  DestinationRules,
  ScheduledAddress,
} from "@/lib/core/destination-rules";
import { readNumber } from "@/lib/core/read-number";
import type { Link } from "@/lib/links/link";
import type { LinkInput } from "@/lib/links/schema";
import { fromControl, toControl } from "./instant-value";

export type KeyedRow = [key: string, url: string];
/** `stored`: the instant as the API has it, which `from` shows to the minute; null if it is new. */
export type DatedRow = [from: string, url: string, stored: string | null];

/** The fields that few links have, as their inputs hold them. */
export interface MoreDraft {
  /** Value of a `datetime-local` input, UTC; empty means at once. */
  starts: string;
  maxClicks: string;
  expiredUrl: string;
  ios: string;
  android: string;
  /** Rows of country code and address, in the order in which they were added. */
  geo: KeyedRow[];
  /** Rows of language tag and address. */
  languages: KeyedRow[];
  /** Rows of an instant, as `starts` has it, and address, in any order. */
  schedule: DatedRow[];
  /** Empty means the host of BASE_URL. */
  domain: string;
  /** A new one; empty leaves it as it is. */
  password: string;
  hasPassword: boolean;
  /**
   * Whose password was lost: the slug of a copied link, or "" for this draft, which is stored
   * without its password. Null if none was.
   */
  lostPassword: string | null;
  forwardQuery: boolean;
  forwardUtm: boolean;
  description: string;
  image: string;
}

export const emptyMore: MoreDraft = {
  starts: "",
  maxClicks: "",
  expiredUrl: "",
  ios: "",
  android: "",
  geo: [],
  languages: [],
  schedule: [],
  domain: "",
  password: "",
  hasPassword: false,
  lostPassword: null,
  forwardQuery: false,
  forwardUtm: false,
  description: "",
  image: "",
};

export function moreOf({
  startsAt,
  maxClicks,
  expiredUrl,
  ios,
  android,
  geo,
  languages,
  schedule,
  domain,
  hasPassword,
  forwardQuery,
  forwardUtm,
  description,
  image,
}: Link): MoreDraft {
  return {
    ...emptyMore,
    starts: startsAt ? toControl(new Date(startsAt)) : "",
    maxClicks: maxClicks ? String(maxClicks) : "",
    expiredUrl: expiredUrl ?? "",
    ios: ios ?? "",
    android: android ?? "",
    geo: Object.entries(geo ?? {}),
    languages: Object.entries(languages ?? {}),
    schedule: (schedule ?? []).map(({ from, url }) => [toControl(new Date(from)), url, from]),
    domain: domain ?? "",
    hasPassword: hasPassword ?? false,
    forwardQuery: forwardQuery ?? false,
    forwardUtm: forwardUtm ?? false,
    description: description ?? "",
    image: image ?? "",
  };
}

/**
 * Only the changed fields. A start and a date within the same minute count as unchanged, so they
 * keep their seconds.
 */
export function moreChanges(before: MoreDraft, after: MoreDraft): LinkInput {
  const changes: LinkInput = {};
  const text = (name: "expiredUrl" | "ios" | "android" | "domain" | "description" | "image") => {
    if (after[name].trim() !== before[name]) changes[name] = after[name].trim() || null;
  };
  if (after.starts !== before.starts) changes.startsAt = fromControl(after.starts);
  if (after.maxClicks.trim() !== before.maxClicks)
    changes.maxClicks =
      after.maxClicks.trim() === ""
        ? null
        : (readNumber(after.maxClicks) ?? Number(after.maxClicks));
  if (after.password !== "") changes.password = after.password;
  else if (before.hasPassword && !after.hasPassword) changes.password = null;
  if (after.forwardQuery !== before.forwardQuery) changes.forwardQuery = after.forwardQuery;
  if (after.forwardUtm !== before.forwardUtm) changes.forwardUtm = after.forwardUtm;
  text("expiredUrl");
  text("ios");
  text("android");
  const differs = (read: (more: MoreDraft) => unknown) =>
    JSON.stringify(read(after)) !== JSON.stringify(read(before));
  if (differs(({ geo }) => keyedOf(geo))) changes.geo = keyedOf(after.geo);
  if (differs(({ languages }) => keyedOf(languages))) changes.languages = keyedOf(after.languages);
  if (differs(scheduleOf)) changes.schedule = scheduleOf(after);
  text("domain");
  text("description");
  text("image");
  return changes;
}

/** A row without an address counts as removed. */
function keyedOf(rows: readonly KeyedRow[]): AddressesByKey | null {
  const given = filled(rows);
  return given.length > 0 ? Object.fromEntries(given) : null;
}

function scheduleOf({ schedule }: MoreDraft): ScheduledAddress[] | null {
  const given = filled(schedule).map(([from, url, stored]) => ({
    from: stored && toControl(new Date(stored)) === from ? stored : (fromControl(from) ?? ""),
    url,
  }));
  return given.length > 0 ? given.toSorted((a, b) => (instantOf(a) < instantOf(b) ? -1 : 1)) : null;
}

/** Sorts also beside one with milliseconds. */
function instantOf({ from }: ScheduledAddress): string {
  return from.replace("Z", "");
}

function filled<Row extends KeyedRow | DatedRow>(rows: readonly Row[]): Row[] {
  return rows
    .map(([key, url, ...rest]) => [key, url.trim(), ...rest] as Row)
    .filter(([, url]) => url !== "");
}

/** Where the draft leads people, as the API takes it. */
export function rulesOfDraft(more: MoreDraft): DestinationRules {
  return {
    ios: more.ios.trim() || null,
    android: more.android.trim() || null,
    geo: keyedOf(more.geo),
    languages: keyedOf(more.languages),
    schedule: scheduleOf(more),
  };
}

/** The fields of the API that a problem may name. */
export const moreFields = [
  "startsAt",
  "maxClicks",
  "expiredUrl",
  "ios",
  "android",
  "geo",
  "languages",
  "schedule",
  "password",
  "forwardQuery",
  "forwardUtm",
  "description",
  "image",
] as const;
export type MoreField = (typeof moreFields)[number];

/** Whether some visitors are led elsewhere, or a row for them was begun. */
export function hasDestinations({ ios, android, geo, languages }: MoreDraft): boolean {
  return ios !== "" || android !== "" || geo.length > 0 || languages.length > 0;
}

/**
 * Whether a link that starts and expires then never works. Both as inputs hold them; empty means
 * none.
 */
export function isNever(starts: string, expires: string): boolean {
  return starts !== "" && expires !== "" && starts >= expires;
}
