import { env } from "../../config/env";
import { countryName } from "../../core/destination-rules";
import { withoutPort } from "../../core/domain-origin";
import type { ErrorCode, SluglineError } from "../../core/errors";
import { problemMembers } from "../../core/problems";
import type { Link } from "../../links/link";
import type { ClickRecord } from "../../stats/report/click-record";
import { english } from "../../texts/say";
import { problemResponse } from "../problem";

/** The version whose API these answers follow: clients ask for it, and offer what it had. */
export const shlinkVersion = "3.7.4";

/** Their names of fields. */
const names = {
  longUrl: "url",
  customSlug: "slug",
  title: "title",
  tags: "tags",
  validSince: "startsAt",
  validUntil: "expiresAt",
  maxVisits: "maxClicks",
  forwardQuery: "forwardQuery",
} as const;

/** What a client made for Shlink sends of a link, as the API takes it. Other keys are ignored. */
export function fromShlink(given: Record<string, unknown>): Record<string, unknown> {
  const own = Object.entries(names).flatMap(([theirs, ours]) =>
    given[theirs] === undefined ? [] : [[ours, given[theirs]]],
  );
  const { BASE_URL } = env();
  const { domain } = given;
  const isOther = typeof domain === "string" && domain !== new URL(BASE_URL).host;
  return Object.fromEntries(isOther ? [...own, ["domain", withoutPort(domain)]] : own);
}

export function shortUrlOf(link: Link) {
  const { clickCount: nonBots, botHitCount: bots, startsAt, expiresAt, maxClicks } = link;
  return {
    shortCode: link.slug,
    shortUrl: link.shortUrl,
    longUrl: link.url,
    dateCreated: atom(link.createdAt),
    visitsCount: nonBots + bots,
    visitsSummary: { total: nonBots + bots, nonBots, bots },
    tags: link.tags ?? [],
    meta: {
      validSince: startsAt ? atom(startsAt) : null,
      validUntil: expiresAt ? atom(expiresAt) : null,
      maxVisits: maxClicks ?? null,
    },
    domain: link.domain ?? null,
    title: link.title,
    crawlable: false,
    forwardQuery: link.forwardQuery ?? false,
    hasRedirectRules: [link.ios, link.android, link.geo, link.languages, link.schedule].some(
      Boolean,
    ),
  };
}

/** As PHP writes it: DATE_ATOM. */
const atom = (at: string) => at.replace(/\.\d+Z$/, "+00:00");

/** A click. Its address and user agent are not stored: browser and system stand for the latter. */
export function visitOf(click: ClickRecord, shortUrl: string) {
  const { referrer, country, region, city, browser, os } = click;
  return {
    referer: referrer === "Direct" ? "" : `https://${referrer}`,
    date: atom(click.createdAt),
    userAgent: `${browser} (${os})`,
    visitLocation: country
      ? {
          countryCode: country,
          countryName: countryName(country),
          regionName: region,
          cityName: city,
          latitude: null,
          longitude: null,
          timezone: null,
          isEmpty: false,
        }
      : null,
    potentialBot: false,
    visitedUrl: shortUrl,
  };
}

export function pageOf(page: number, limit: number, itemsInCurrentPage: number, total: number) {
  return {
    currentPage: page,
    pagesCount: Math.max(1, Math.ceil(total / Math.max(limit, 1))),
    itemsPerPage: limit,
    itemsInCurrentPage,
    totalItems: total,
  };
}

const sorts: Readonly<Record<string, string>> = {
  dateCreated: "createdAt",
  shortCode: "slug",
  visits: "clickCount",
  nonBotVisits: "clickCount",
};

/** Each in the one direction that the API has. */
export function sortOf(orderBy: unknown): { sort?: string } {
  const [field = ""] = typeof orderBy === "string" ? orderBy.split("-") : [];
  const sort = Object.hasOwn(sorts, field) ? sorts[field] : undefined;
  return sort ? { sort } : {};
}

/** The ends of Shlink's addresses for problems. */
const kinds: Partial<Record<ErrorCode, string>> = {
  validation_failed: "invalid-data",
  malformed_json: "malformed-request-body",
  slug_taken: "non-unique-slug",
  tag_taken: "tag-conflict",
  forbidden: "forbidden-tag-operation",
};

/** A refusal in the words of Shlink, which answers 400 to a slug that is taken. */
export function refusalOf(
  error: SluglineError,
  asked: { path: string; hasKey: boolean },
  requestId: string,
  headers: Record<string, string>,
): Response {
  const own = problemResponse(error, requestId, headers);
  const { code, detail, errors, status } = problemMembers(error, requestId);
  const kind = kindOf(error.code, asked);
  const isTaken = code === "slug_taken";
  const fields = errors.map(({ path }) => theirName(path));
  for (const name of ["Link", "WWW-Authenticate"]) own.headers.delete(name);
  return new Response(
    JSON.stringify({
      type: `https://shlink.io/api/error/${kind}`,
      title: titleOf(kind),
      detail: code === "unauthorized" ? english("shlinkKey") : detail,
      status: isTaken ? 400 : status,
      ...(fields.length > 0 ? { invalidElements: fields } : {}),
      ...(kind === "short-url-not-found" ? { shortCode: asked.path.split("/")[1] } : {}),
      requestId,
    }),
    { status: isTaken ? 400 : status, headers: own.headers },
  );
}

function kindOf(code: ErrorCode, { path, hasKey }: { path: string; hasKey: boolean }): string {
  if (code === "unauthorized") return hasKey ? "invalid-api-key" : "missing-authentication";
  if (code === "not_found" && /^short-urls\/./.test(path)) return "short-url-not-found";
  if (code === "not_found" && path === "tags") return "tag-not-found";
  return kinds[code] ?? code.replaceAll("_", "-");
}

/** As "Tag not found". */
const titleOf = (kind: string) => kind[0]?.toUpperCase() + kind.slice(1).replaceAll("-", " ");

const theirName = (field: string) =>
  Object.entries(names).find(([, ours]) => ours === field)?.[0] ?? field;
