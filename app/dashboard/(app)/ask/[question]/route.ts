import { z } from "zod";
import type { Answers, Question } from "@/components/links/link-queries";
import { env } from "@/lib/env";
import { SluglineError } from "@/lib/errors";
import { ownerRoute } from "@/lib/http/owner-route";
import { checkSlug } from "@/lib/links/check-slug";
import { figuresVersion } from "@/lib/links/figures-version";
import { findLinksTo } from "@/lib/links/find-links-to";
import { getLink } from "@/lib/links/get-link";
import { listLinks } from "@/lib/links/list-links";
import { newLinkSchema } from "@/lib/links/schema";
import { scrapeDestination } from "@/lib/previews/scrape-destination";
import { listLatestClicks } from "@/lib/stats/latest-clicks";
import { getLinkReport } from "@/lib/stats/link-report";
import { statisticsQuery, statsQuerySchema } from "@/lib/stats/query";
import { getUsedTags } from "@/lib/stats/used-tags";
import { windowOf } from "@/lib/stats/window";
import { validate } from "@/lib/validate";

/**
 * What the dashboard's windows ask while one types. Not server actions: those wait for one another, and reading a
 * destination may take seconds.
 */
export function GET(request: Request, { params }: RouteContext<"/dashboard/ask/[question]">): Promise<Response> {
  return ownerRoute(async () => {
    const { question } = await params;
    if (!isQuestion(question)) throw new SluglineError("not_found", "There is no such question.");
    const given = Object.fromEntries(new URL(request.url).searchParams);
    return Response.json(await answers[question](given), { headers: { "Cache-Control": "no-store" } });
  });
}

const text = z
  .string()
  .max(8_192)
  .transform((value) => value.replaceAll("\0", ""))
  .default("");

const answers: { [Q in Question]: (given: Record<string, string>) => Promise<Answers[Q]> } = {
  slug: (given) => checkSlug(validate(given, z.object({ slug: text, url: text, title: text }), "query"), new Date()),
  "links-to": ({ url }) => findLinksTo(validate(url, text, "url"), 3),
  search: async ({ q }) => (await listLinks({ q: validate(q, text, "q"), limit: 8, offset: 0 })).links,
  week: async ({ slug }) => (await getLinkReport(String(slug), lastDays(7), { breakdowns: [], recent: 0 })).clicks,
  share: ({ slug }) => shareFacts(String(slug)),
  card: ({ url }) => readCard(url),
  version: async ({ slug }) => figuresVersion(await getLink(String(slug))),
  latest: async () => ({ clicks: await listLatestClicks(latestLength), at: new Date().toISOString() }),
};

function isQuestion(text: string): text is Question {
  return Object.hasOwn(answers, text);
}

const mostUsed = 30;
const latestLength = 8;

async function shareFacts(slug: string): Promise<Answers["share"]> {
  const [report, used] = await Promise.all([
    getLinkReport(slug, lastDays(30), { breakdowns: ["source"], recent: 0 }),
    getUsedTags(windowOf(365, new Date()), mostUsed),
  ]);
  return { clicks: report.clicks, sources: report.breakdowns.source, used };
}

async function readCard(url: string | undefined): Promise<Answers["card"]> {
  const { card, failure } = await scrapeDestination(validate(url, newLinkSchema(env().BASE_URL).shape.url, "url"));
  return { card, failure: failure?.message ?? null };
}

function lastDays(days: number) {
  return statisticsQuery(statsQuerySchema.parse({ days: String(days) }), new Date());
}
