import { z } from "zod";
import { getViewer } from "@/components/layout/viewer";
import type { Answers, Question } from "@/components/links/link-queries";
import { getSaid } from "@/components/texts/get-said";
import { destinationRules } from "@/lib/config/site-settings";
import { access } from "@/lib/core/access";
import { SluglineError } from "@/lib/core/errors";
import { validate } from "@/lib/core/validate";
import { allMethods } from "@/lib/http/methods";
import { assertRole, ownerRoute } from "@/lib/http/owner-route";
import { mostPlaces } from "@/lib/links/channel";
import { checkSlug } from "@/lib/links/check-slug";
import { findLinksTo } from "@/lib/links/find-links-to";
import { getLink } from "@/lib/links/get-link";
import { listChannels, listPlacesOf, listUsedChannels } from "@/lib/links/link-channels";
import { newLinkSchema } from "@/lib/links/schema";
import { statisticsVersion } from "@/lib/links/statistics-version";
import { listTagColors } from "@/lib/links/tags";
import { iconOfRead } from "@/lib/previews/host-icons";
import { readLivePreview } from "@/lib/previews/live-preview";
import { withOwnImage } from "@/lib/previews/preview-image";
import { listShares } from "@/lib/shares/shares";
import { browseQuerySchema, listMatching } from "@/lib/stats/list/browse-links";
import { chosenLinks } from "@/lib/stats/list/chosen-links";
import { listFilterValues } from "@/lib/stats/list/filter-values";
import { listViews } from "@/lib/stats/list/saved-views";
import { searchLinks } from "@/lib/stats/list/search-links";
import { statisticsQuery, statsQuerySchema } from "@/lib/stats/query/query";
import { parseScope } from "@/lib/stats/query/report-scope";
import { listLatestClicks } from "@/lib/stats/report/latest-clicks";
import { getLinkPeek } from "@/lib/stats/report/link-peek";
import { getLinkReport } from "@/lib/stats/report/link-report";
import { getScopeTotals } from "@/lib/stats/report/scope-report";
import { splitLabels } from "@/lib/stats/report/split-labels";
import { getUsedTags } from "@/lib/stats/report/used-tags";
import { leadSample } from "@/lib/visits/lead-sample";

/**
 * Answers the requests that dialogs send during typing. Not server actions, because those run one
 * at a time, and reading a destination may take seconds.
 */
function answerQuestion(
  request: Request,
  { params }: RouteContext<"/dashboard/ask/[question]">,
): Promise<Response> {
  return ownerRoute("/dashboard/ask/[question]", async (owner) => {
    const { question } = await params;
    if (!isQuestion(question)) throw new SluglineError("not_found", "questionUnknown");
    assertRole(owner.role, access.questions[question]);
    const given = Object.fromEntries(new URL(request.url).searchParams);
    return Response.json(
      await answers[question](given, { ownerId: owner.id, signal: request.signal }),
      { headers: { "Cache-Control": "no-store" } },
    );
  });
}

const text = z
  .string()
  .max(8_192)
  .transform((value) => value.replaceAll("\0", ""))
  .default("");

const linkIds = text
  .transform((ids) => ids.split(",").filter(Boolean).map(Number))
  .pipe(z.array(z.int32().positive()));

interface Asking {
  ownerId: string;
  /** Aborted when the client no longer waits for the answer. */
  signal: AbortSignal;
}

const answers: {
  [Q in Question]: (given: Record<string, string>, asking: Asking) => Promise<Answers[Q]>;
} = {
  slug: (given) =>
    checkSlug(
      validate(given, z.object({ slug: text, url: text, title: text, own: text }), "query"),
      new Date(),
    ),
  "links-to": ({ url }) => findLinksTo(validate(url, text, "url"), 3),
  search: ({ q }) => searchLinks(validate(q, text, "q"), 8),
  week: async ({ slug }) =>
    (await getLinkReport(String(slug), lastDays(7), { breakdowns: [], recent: 0 })).clicks,
  share: ({ slug }) => shareFacts(String(slug)),
  shares: () => listShares(),
  matching: async (given, { ownerId }) =>
    listMatching(await chosenLinks(browseQuerySchema.parse(given), ownerId), new Date()),
  tags: () => getUsedTags("", new Date(), mostUsed),
  channels: () => listUsedChannels(mostUsed),
  "channels-of": ({ ids }) => {
    const [first = 0, ...others] = validate(ids, linkIds, "query");
    return others.length === 0
      ? listChannels(first)
      : listPlacesOf([first, ...others], mostPlaces + 1);
  },
  peek: async ({ slug }) => getLinkPeek(String(slug), (await getViewer()).timeZone, new Date()),
  "filter-values": () => listFilterValues(),
  "link-tags": async () => [...(await listTagColors())].map(([name, color]) => ({ name, color })),
  views: (_, { ownerId }) => listViews(ownerId),
  card: async ({ url }, { ownerId, signal }) => {
    const { card, failure } = await readLivePreview(
      ownerId,
      validate(url, newLinkSchema(destinationRules()).shape.url, "url"),
      signal,
    );
    return {
      card: card && (await withOwnImage(card)),
      failure: failure && (await getSaid())(failure),
      icon: await iconOfRead(url ?? ""),
    };
  },
  destination: async ({ asked }) => leadSample(asked ?? ""),
  image: ({ url }) =>
    withOwnImage({
      image: validate(url, newLinkSchema(destinationRules()).shape.image, "url") ?? null,
    }),
  version: async ({ slug }) => statisticsVersion(await getLink(String(slug))),
  // The totals include raw clicks that were deleted. Each page compares the answer with what it has
  // shown itself.
  latest: async ({ by, ...given }) =>
    (by === "totals"
      ? (await getScopeTotals(parseScope(given))).lastClickedAt
      : (await listLatestClicks(1))[0]?.createdAt) ?? "",
};

function isQuestion(text: string): text is Question {
  return Object.hasOwn(answers, text);
}

const mostUsed = 30;

async function shareFacts(slug: string): Promise<Answers["share"]> {
  const [report, channels, used] = await Promise.all([
    getLinkReport(slug, lastDays(30), { breakdowns: ["source"], recent: 0 }),
    getLink(slug).then(({ id }) => listChannels(id)),
    getUsedTags(slug, new Date(), mostUsed),
  ]);
  return { clicks: report.clicks, sources: splitLabels(report, "source"), channels, used };
}

function lastDays(days: number) {
  return statisticsQuery(statsQuerySchema.parse({ days: String(days) }), new Date());
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answerQuestion });
