import { z } from "zod";
import * as links from "../../commands/links";
import { getStatistics } from "../../commands/statistics";
import { deleteTag, listTags, saveTag } from "../../commands/tags";
import { env, originOf } from "../../config/env";
import { isSluglineError, SluglineError, validate } from "../../core/errors";
import { readClickPage } from "../../stats/report/click-page";
import { parseBody, parseQuery } from "../parse";
import { type Asked, answerAt, apiKeyOf, type Route, routed } from "./door";
import {
  fromShlink,
  pageOf,
  refusalOf,
  shlinkVersion,
  shortUrlOf,
  sortOf,
  visitOf,
} from "./shlink-answers";

const object = z.looseObject({});
const whole = z.coerce.number().int().min(1).max(1_000_000).catch(1);
const paged = z.object({ page: whole, itemsPerPage: z.coerce.number().int().catch(20) });
const instant = z.coerce.date().optional();
/** Filters that this service does not have: without them, the answer would be another list. */
const unsupported = [
  ...["startDate", "endDate", "domain", "apiKeyName"],
  ...["excludeMaxVisitsReached", "excludePastValidUntil"],
];

const bodyOf = async (request: Request) => (await parseBody(request, object)).body;
const mostListed = 200;
const mostVisits = 1_000;

const oneLink = async ({ call, name }: Asked) =>
  shortUrlOf((await call(links.getLink, { named: { slug: name } })).link);

/** The requests of Shlink's API, https://api-spec.shlink.io, as its own SDK makes them. */
const routes: readonly Route[] = [
  {
    method: "GET",
    path: /^short-urls$/,
    run: async ({ request, call }) => {
      const query = z.looseObject({ ...paged.shape, searchTerm: z.string().optional() });
      const given = parseQuery(request, query, ["tags", "excludeTags"]);
      for (const name of unsupported) {
        if (given[name] !== undefined && given[name] !== "DEFAULT")
          throw new SluglineError("validation_failed", "shlinkFilter", { name });
      }
      const limit = given.itemsPerPage < 1 ? mostListed : Math.min(given.itemsPerPage, mostListed);
      const { tags, tagsMode, excludeTags, searchTerm, orderBy } = given;
      const { page } = await call(links.listLinks, {
        named: {
          limit: String(limit),
          offset: String((given.page - 1) * limit),
          ...(searchTerm ? { search: searchTerm } : {}),
          ...(tags ? { tag: tags, tagMode: tagsMode === "all" ? "all" : "any" } : {}),
          ...(excludeTags ? { notTag: excludeTags } : {}),
          ...sortOf(orderBy),
        },
      });
      const data = page.links.map(shortUrlOf);
      return {
        shortUrls: { data, pagination: pageOf(given.page, limit, data.length, page.total) },
      };
    },
  },
  {
    method: "POST",
    path: /^short-urls$/,
    run: async ({ request, call }) => {
      const { link } = await call(links.createLink, async () => {
        const given = await bodyOf(request);
        const named = given.findIfExists === true ? { ifExists: "return" } : {};
        return { named, body: fromShlink(given) };
      });
      return shortUrlOf(link);
    },
  },
  { method: "GET", path: /^short-urls\/([^/]+)$/, run: oneLink },
  {
    method: "PATCH",
    path: /^short-urls\/([^/]+)$/,
    run: async ({ request, call, name }) => {
      const { link } = await call(links.updateLink, async () => {
        const { slug: _, domain: __, ...body } = fromShlink(await bodyOf(request));
        return { named: { slug: name }, body };
      });
      return shortUrlOf(link);
    },
  },
  {
    method: "DELETE",
    path: /^short-urls\/([^/]+)$/,
    run: ({ call, name }) => call(links.deleteLink, { named: { slug: name } }),
  },
  {
    method: "GET",
    path: /^short-urls\/([^/]+)\/visits$/,
    run: async ({ request, call, read, name }) => {
      const query = z.object({ ...paged.shape, startDate: instant, endDate: instant });
      const { page, itemsPerPage, startDate, endDate } = parseQuery(request, query);
      const { link } = await call(links.getLink, { named: { slug: name } });
      const limit = itemsPerPage < 1 ? mostVisits : Math.min(itemsPerPage, mostVisits);
      const wanted = {
        since: startDate ?? new Date(0),
        until: endDate ?? new Date(),
        limit,
        offset: (page - 1) * limit,
        total: startDate || endDate ? undefined : link.clickCount,
      };
      const { clicks, total } = await read(() => readClickPage(link.id, wanted));
      const data = clicks.map((click) => visitOf(click, link.shortUrl));
      return { visits: { data, pagination: pageOf(page, limit, data.length, total) } };
    },
  },
  {
    method: "GET",
    path: /^visits$/,
    run: async ({ call }) => {
      const { totalClicks: nonBots, totalBotHits: bots } = await call(getStatistics);
      const none = { total: 0, nonBots: 0, bots: 0 };
      return {
        visits: {
          nonOrphanVisits: { total: nonBots + bots, nonBots, bots },
          orphanVisits: none,
          visitsCount: nonBots + bots,
          orphanVisitsCount: 0,
        },
      };
    },
  },
  {
    method: "GET",
    path: /^tags$/,
    run: async ({ call }) => {
      const data = (await call(listTags)).tags.map(({ name }) => name);
      return { tags: { data, pagination: pageOf(1, data.length, data.length, data.length) } };
    },
  },
  {
    method: "PUT",
    path: /^tags$/,
    run: async ({ request, call }) => {
      const schema = z.object({ oldName: z.string(), newName: z.string() });
      await call(saveTag, async () => {
        const { oldName, newName } = validate(await bodyOf(request), schema, "body");
        const { tags } = await call(listTags);
        const color = tags.find(({ name }) => name === oldName)?.color ?? "gray";
        // Only the name is said: another color that was chosen meanwhile stays.
        return { named: { before: oldName, seen: { color } }, body: { name: newName, color } };
      });
    },
  },
  {
    method: "DELETE",
    path: /^tags$/,
    run: async ({ request, call }) => {
      const { tags = [] } = parseQuery(
        request,
        z.object({ tags: z.array(z.string()).max(100).optional() }),
        ["tags"],
      );
      for (const name of tags) {
        await call(deleteTag, { named: { name } }).catch((error: unknown) => {
          if (!isSluglineError(error) || error.code !== "not_found") throw error;
        });
      }
    },
  },
  {
    method: "GET",
    path: /^domains$/,
    run: async ({ read }) => {
      const { BASE_URL, DOMAINS } = env();
      const redirects = {
        baseUrlRedirect: null,
        regular404Redirect: null,
        invalidShortUrlRedirect: null,
      };
      const hosts = [null, ...DOMAINS.values()].map((domain) => ({
        domain: new URL(domain === null ? BASE_URL : originOf(domain)).host,
        isDefault: domain === null,
        redirects,
      }));
      return read(async () => ({ domains: { data: hosts, defaultRedirects: redirects } }));
    },
  },
];

/** Answers one request of a tool made for Shlink. Only for SHLINK_API=on. */
export function answerShlink(request: Request): Promise<Response> {
  const path = pathOf(request);
  return answerAt(request, {
    tokenOf: apiKeyOf,
    answerAll: () => (path === "health" ? health() : null),
    ...routed(request, path, routes),
    refuse: (error, requestId, headers) =>
      refusalOf(error, { path, hasKey: Boolean(apiKeyOf(request)) }, requestId, headers),
  });
}

/** Behind the version; `/rest/health` has none. */
function pathOf({ url }: Request): string {
  return new URL(url).pathname.replace(/^\/rest\/(?:v[1-3]\/)?/, "").replace(/\/$/, "");
}

const health = () =>
  Response.json({
    status: "pass",
    version: shlinkVersion,
    links: { about: "https://shlink.io", project: "https://github.com/shlinkio/shlink" },
  });
