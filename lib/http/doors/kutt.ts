import { z } from "zod";
import { createLink, getLink, listLinks } from "../../commands/links";
import { getLinkStatistics } from "../../commands/statistics";
import { withScheme } from "../../core/typed-destination";
import type { Link } from "../../links/link";
import { parseBody, parseQuery } from "../parse";
import { problemResponse } from "../problem";
import { type Asked, answerAt, apiKeyOf, type Route, routed } from "./door";

/** Kutt counts days by a list with one number for each. */
const days = 30;

const body = z.looseObject({ target: z.string(), reuse: z.boolean().optional() });
const page = z.object({
  limit: z.coerce.number().int().min(1).catch(10),
  skip: z.coerce.number().int().min(0).catch(0),
});

/** The requests of Kutt's API that Postiz makes. */
const routes: readonly Route[] = [
  { method: "GET", path: /^links$/, run: list },
  { method: "POST", path: /^links$/, status: 201, run: create },
  { method: "GET", path: /^links\/([^/]+)\/stats$/, run: statisticsOf },
];

/** Answers one request of a tool made for Kutt, version 2. Only for KUTT_API=on. */
export function answerKutt(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/api\/v2\/|\/$/g, "");
  return answerAt(request, {
    tokenOf: apiKeyOf,
    ...routed(request, path, routes),
    refuse: problemResponse,
  });
}

/** Domains of others cannot be chosen: the link is at the address of this service. */
async function create({ call, request }: Asked) {
  const { link } = await call(createLink, async () => {
    const { target, reuse, ...given } = (await parseBody(request, body)).body;
    return {
      named: reuse ? { ifExists: "return" } : {},
      body: {
        url: withScheme(target),
        ...(given.customurl ? { slug: given.customurl } : {}),
        ...(given.description ? { title: given.description } : {}),
      },
    };
  });
  return describe(link);
}

async function list({ call, request }: Asked) {
  const { limit, skip } = parseQuery(request, page);
  const { page: found } = await call(listLinks, {
    named: { limit: String(Math.min(limit, 200)), offset: String(skip) },
  });
  return { total: found.total, limit: found.limit, skip, data: found.links.map(describe) };
}

async function statisticsOf({ call, name: slug }: Asked) {
  const { link } = await call(getLink, { named: { slug } });
  const { clicksByDay } = await call(getLinkStatistics, { named: { slug, days: String(days) } });
  const lastOf = (wanted: number) => {
    const stats = clicksByDay.slice(-wanted).map(({ count }) => count);
    return { stats, views: stats, total: stats.reduce((sum, count) => sum + count, 0) };
  };
  return {
    ...describe(link),
    lastDay: lastOf(1),
    lastWeek: lastOf(7),
    lastMonth: lastOf(days),
  };
}

function describe(link: Link) {
  return {
    id: String(link.id),
    address: link.url,
    target: link.url,
    link: link.shortUrl,
    description: link.title,
    banned: false,
    password: false,
    expire_in: link.expiresAt,
    visit_count: link.clickCount,
    created_at: link.createdAt,
    updated_at: link.updatedAt,
  };
}
