import { randomUUID } from "node:crypto";
import { afterJournal, limitMs, perform } from "../../commands/perform";
import { counts } from "../../config/counts";
import { env } from "../../config/env";
import { destinationRules, yourlsApi } from "../../config/site-settings";
import { version } from "../../config/version";
import { withDeadline } from "../../core/deadline";
import { withoutPort } from "../../core/domain-origin";
import { type ErrorCode, refusedField, SluglineError, validate } from "../../core/errors";
import { problems } from "../../core/problems";
import { withScheme } from "../../core/typed-destination";
import { toRefusal } from "../../database/to-refusal";
import { byAnySlug } from "../../links/aliases";
import { creatorOf, editorOf } from "../../links/editor";
import { findOrCreateLink } from "../../links/find-or-create-link";
import { getLink } from "../../links/get-link";
import { insertLinks } from "../../links/insert-links";
import type { Link } from "../../links/link";
import { only } from "../../links/outcome";
import { newLinkSchema } from "../../links/schema";
import { type ApiAccess, requireApiToken } from "../../owners/api-access";
import { chooseLinks, type LinkChoice } from "../../stats/list/find-links";
import { getGlobalStatistics } from "../../stats/report/global-statistics";
import { english } from "../../texts/say";
import { slugOfTarget } from "../../visits/short-path";
import { callerOf, refusalHeaders } from "../api/api-route";
import { parseForm } from "../parse";
import { requestAddress } from "../peer-address";
import { type YourlsAnswer, yourlsResponse } from "./yourls-response";

type Parameters = Readonly<Record<string, string>>;

/** An action of YOURLS' documented API, https://yourls.org/docs/guide/advanced/api. */
interface Action {
  isWrite?: true;
  run: (given: Parameters, now: Date, access: ApiAccess) => Promise<YourlsAnswer>;
}

/** The API that these answers follow: some clients ask before they go on. */
const followed = "1.9.2";
const followedDatabase = "506";

const actions: Readonly<Record<string, Action>> = {
  shorturl: { isWrite: true, run: shorten },
  expand: {
    run: async ({ shorturl = "" }) => {
      const { slug, shortUrl, url, title } = await findLink(shorturl);
      return {
        status: 200,
        simple: url,
        members: {
          keyword: slug,
          shorturl: shortUrl,
          longurl: url,
          title: title ?? url,
          message: "success",
          statusCode: 200,
        },
      };
    },
  },
  "url-stats": {
    run: async ({ shorturl = "" }) => numbers({ link: describeClicks(await findLink(shorturl)) }),
  },
  stats: {
    run: async ({ filter = "", limit, start }, now) => {
      const links = await choose(filter, wholePart(limit), Math.max(0, wholePart(start)));
      const named = Object.fromEntries(
        links.map((link, index) => [`link_${index + 1}`, describeClicks(link)]),
      );
      return numbers({ ...(links.length > 0 ? { links: named } : {}), stats: await totals(now) });
    },
  },
  "db-stats": { run: async (_given, now) => numbers({ "db-stats": await totals(now) }) },
  version: {
    run: async ({ db }) => {
      const members = {
        version: followed,
        server: `Slugline ${version}`,
        ...(db === "1" ? { db_version: followedDatabase } : {}),
      };
      return { status: 200, simple: followed, members };
    },
  },
};

function numbers(members: YourlsAnswer["members"]): YourlsAnswer {
  return {
    status: 200,
    simple: english("yourlsStats"),
    members: { ...members, statusCode: 200, message: "success" },
  };
}

async function totals(now: Date) {
  const { totalLinks, totalClicks } = await getGlobalStatistics(now);
  return { total_links: String(totalLinks), total_clicks: String(totalClicks) };
}

const choices: Readonly<Record<string, LinkChoice>> = {
  bottom: "fewestClicks",
  last: "newest",
  rand: "random",
  random: "random",
};
const mostListed = 10_000;

/**
 * As in YOURLS, no links without a limit, and those with the most clicks for a filter it does not
 * know.
 */
async function choose(filter: string, limit: number, offset: number): Promise<Link[]> {
  if (limit <= 0) return [];
  const choice = (Object.hasOwn(choices, filter) && choices[filter]) || "mostClicks";
  const links = await chooseLinks(choice, {
    limit: Math.min(limit, mostListed + 1),
    offset: Math.min(offset, 2 ** 31),
  });
  if (links.length > mostListed) throw refusedField("limit", "yourlsLimit");
  return links;
}

/** As PHP's intval. */
function wholePart(text = ""): number {
  return Number.parseInt(text, 10) || 0;
}

/**
 * Answers one request of a tool made for YOURLS; `signature` is an API token. Only for YOURLS_API
 * `on` and `get`.
 */
export async function answerYourls(request: Request): Promise<Response> {
  const from = performance.now();
  const asked: Asked = { requestId: randomUUID(), headers: {} };
  const answer = await attempt(request, asked);
  const response = yourlsResponse(answer, asked.format);
  for (const [name, value] of Object.entries({ ...asked.headers, "X-Request-Id": asked.requestId }))
    response.headers.set(name, value);
  counts().addApiRequest(request.method, answer.status, (performance.now() - from) / 1_000);
  return response;
}

interface Asked {
  requestId: string;
  format?: string;
  /** Response headers that do not depend on the outcome. */
  headers: Record<string, string>;
}

async function attempt(request: Request, asked: Asked): Promise<YourlsAnswer> {
  try {
    const given = await parametersOf(request);
    asked.format = given.format ?? "xml";
    const access = await authenticate(given.signature, request);
    const action = Object.hasOwn(actions, given.action ?? "")
      ? actions[given.action ?? ""]
      : undefined;
    if (!action) throw new SluglineError("validation_failed", "yourlsAction");
    if (asked.format === "jsonp") throw new SluglineError("validation_failed", "yourlsFormat");
    const addHeaders = (headers: Record<string, string>) => Object.assign(asked.headers, headers);
    return await perform(
      { role: action.isWrite ? "editor" : "reader", isRead: !action.isWrite },
      callerOf(access, addHeaders),
      async () => afterJournal(() => action.run(given, new Date(), access)),
    );
  } catch (error) {
    return refused(toRefusal(error, asked.requestId));
  }
}

/** Fields of the form; with `get` the query counts too, as in PHP's $_REQUEST. */
async function parametersOf(request: Request): Promise<Parameters> {
  const takesGet = yourlsApi() === "get";
  const query = takesGet
    ? Object.fromEntries([...new URL(request.url).searchParams].reverse())
    : {};
  if (request.method === "POST") return { ...query, ...(await parseForm(request)) };
  if (takesGet && (request.method === "GET" || request.method === "HEAD")) return query;
  throw new SluglineError("method_not_allowed", takesGet ? "yourlsGetOrPost" : "yourlsPost");
}

/** What the token may do. Wrong ones are counted as under /api. */
async function authenticate(
  signature: string | undefined,
  { headers }: Request,
): Promise<ApiAccess> {
  const authorization = signature ? `Bearer ${signature}` : null;
  const address = () => requestAddress(headers.get("x-forwarded-for"));
  return withDeadline(requireApiToken(authorization, address, new Date()), limitMs);
}

/**
 * As YOURLS with unique URLs, its default: without a keyword, a destination that has a link gets
 * that one.
 */
async function shorten(
  { url, keyword, title }: Parameters,
  now: Date,
  access: ApiAccess,
): Promise<YourlsAnswer> {
  const body = {
    ...(url ? { url: withScheme(url) } : {}),
    ...(keyword ? { slug: keyword } : {}),
    ...(title ? { title } : {}),
  };
  const { password: _, ...wanted } = validate(body, newLinkSchema(destinationRules()), "request");
  const createdBy = creatorOf(editorOf(access));
  const { link, isNew } = keyword
    ? { link: only(await insertLinks([wanted], now, { createdBy })), isNew: true }
    : await findOrCreateLink(wanted, now, { activeOnly: true, createdBy });
  const outcome = isNew
    ? { status: "success", message: english("yourlsAdded", { url: link.url }) }
    : { status: "fail", code: "error:url", message: english("yourlsExists", { url: link.url }) };
  const members = {
    url: describe(link),
    ...outcome,
    title: link.title ?? link.url,
    shorturl: link.shortUrl,
    statusCode: 200,
  };
  return { status: 200, simple: link.shortUrl, members };
}

/** Addresses are never stored, so there is none to show. */
function describe({ slug, url, title, createdAt }: Link) {
  return {
    keyword: slug,
    url,
    title: title ?? url,
    date: createdAt.slice(0, 19).replace("T", " "),
    ip: "",
  };
}

function describeClicks(link: Link) {
  const { keyword: _, date: timestamp, ...described } = describe(link);
  return { shorturl: link.shortUrl, ...described, timestamp, clicks: String(link.clickCount) };
}

/** Finds a link by its slug or short URL, or by those of an alias. */
function findLink(shorturl: string): Promise<Link> {
  const { BASE_URL, DOMAINS } = env();
  const own = new URL(BASE_URL).host;
  const path = shorturl
    .trim()
    .replace(/^https?:\/\/([^/]*)/i, (whole, host: string) =>
      host.toLowerCase() === own || DOMAINS.has(withoutPort(host)) ? "" : whole,
    );
  return byAnySlug(slugOfTarget(path.startsWith("/") ? path : `/${path}`) ?? "", getLink);
}

const codes: Partial<Record<string, string>> = { url: "error:nourl", slug: "error:keyword" };
const texts: Partial<Record<ErrorCode, string>> = {
  not_found: english("yourlsNotFound"),
  unauthorized: english("yourlsSignIn"),
};

/** YOURLS answers 403 to a missing or wrong signature. */
function refused(error: SluglineError): YourlsAnswer {
  const { code, message, problems: fields } = error;
  const status = code === "unauthorized" ? 403 : problems[code].status;
  const text = texts[code] ?? message;
  const simple = code === "not_found" ? "not found" : text;
  const named =
    code === "slug_taken" ? "error:keyword" : (codes[fields[0]?.path ?? ""] ?? `error:${code}`);
  return {
    status,
    simple,
    headers:
      code === "unauthorized"
        ? {}
        : refusalHeaders(error, yourlsApi() === "get" ? "GET, HEAD, POST" : "POST"),
    members: { status: "fail", code: named, message: text, errorCode: status, statusCode: status },
  };
}
