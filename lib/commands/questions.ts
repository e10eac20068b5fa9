import { z } from "zod";
import { destinationRules } from "../config/site-settings";
import { maxBytes } from "../core/destination";
import { validate } from "../core/errors";
import { type Channel, mostPlaces } from "../links/channel";
import { checkSlug } from "../links/check-slug";
import { findLinksTo } from "../links/find-links-to";
import { getLink } from "../links/get-link";
import { listChannels, listPlacesOf, listUsedChannels } from "../links/link-channels";
import { newLinkSchema } from "../links/schema";
import { statisticsVersion } from "../links/statistics-version";
import { listTagColors } from "../links/tags";
import { changedBy, jobState, listRunningJobs, showJob } from "../owners/jobs";
import { markTest } from "../owners/own-clicks";
import { iconOfRead, readIcon } from "../previews/host-icons";
import { readLivePreview } from "../previews/live-preview";
import { readPreviewImage, withOwnImage } from "../previews/preview-image";
import { listShares } from "../shares/shares";
import { browseQuerySchema, listMatching } from "../stats/list/browse-links";
import { chosenLinks } from "../stats/list/chosen-links";
import { listFilterValues } from "../stats/list/filter-values";
import { listViews } from "../stats/list/saved-views";
import { searchLinks } from "../stats/list/search-links";
import { parsePageQuery, type SearchParams } from "../stats/query/page-query";
import { statisticsQuery, statsQuerySchema } from "../stats/query/query";
import { parseScope } from "../stats/query/report-scope";
import { listLatestClicks } from "../stats/report/latest-clicks";
import { getLinkPeek } from "../stats/report/link-peek";
import { getLinkReport } from "../stats/report/link-report";
import { listScopeChoices } from "../stats/report/scope-choices";
import { getScopeTotals } from "../stats/report/scope-report";
import { splitLabels } from "../stats/report/split-labels";
import { getUsedTags } from "../stats/report/used-tags";
import { foldersOf } from "../texts/catalogue";
import { laterFolders } from "../texts/later-folders";
import { say } from "../texts/say";
import { previewRules } from "../visits/preview-rules";
import { acting, type Context, define, type Output } from "./define";

/*
 * What the pages of the dashboard ask while they are open. Not server actions, because those run one
 * at a time, and reading a destination may take seconds.
 */

const text = z
  .string()
  .max(maxBytes)
  .transform((value) => value.replaceAll("\0", ""))
  .default("");

const ofLink = z.object({ slug: text });
const ofUrl = z.object({ url: z.string().optional() });

const linkIds = text
  .transform((ids) => ids.split(",").filter(Boolean).map(Number))
  .pipe(z.array(z.int32().positive()));

const mostUsed = 30;

const lastDays = (days: number, now: Date) =>
  statisticsQuery(statsQuerySchema.parse({ days: String(days) }), now);

function linkField<F extends "url" | "image">(url: string | undefined, field: F) {
  const { shape } = newLinkSchema(destinationRules());
  return validate(url, shape[field], "url") as z.output<(typeof shape)[F]>;
}

const timeZoneOf = (context: Context) => acting(context).timeZone;

/** By the name that `/dashboard/ask` has for them. */
export const questions = {
  slug: define({
    name: "slug",
    role: "editor",
    query: z.object({ slug: text, url: text, title: text, own: text }),
    run: ({ now }, { body: _, ...given }) => checkSlug(given, now),
  }),

  "links-to": define({
    name: "links-to",
    role: "editor",
    query: z.object({ url: text }),
    run: async (_, { url }) => findLinksTo(url, 3),
  }),

  /** Of what is closed at first on every page. */
  texts: define({
    name: "texts",
    role: "reader",
    run: async (context) => foldersOf(acting(context).language, laterFolders),
  }),

  search: define({
    name: "search",
    role: "reader",
    query: z.object({ q: text }),
    run: async (_, { q }) => searchLinks(q, 8),
  }),

  /** Clicks of a link in the last 7 days, today included. */
  week: define({
    name: "week",
    role: "editor",
    query: ofLink,
    run: async ({ now }, { slug }) => {
      const query = lastDays(7, now);
      return (await getLinkReport(slug, query, { breakdowns: [], recent: 0 })).clicks;
    },
  }),

  /**
   * Data of the share dialog: clicks of the last 30 days by source, the channels that were added to
   * the link, and tags used on this or other links.
   */
  share: define({
    name: "share",
    role: "reader",
    query: ofLink,
    run: async ({ now }, { slug }) => {
      const query = lastDays(30, now);
      const [report, channels, used] = await Promise.all([
        getLinkReport(slug, query, { breakdowns: ["source"], recent: 0 }),
        getLink(slug).then(({ id }) => listChannels(id)),
        getUsedTags(slug, now, mostUsed),
      ]);
      return { clicks: report.clicks, sources: splitLabels(report, "source"), channels, used };
    },
  }),

  /** All share pages, newest first. */
  shares: define({ name: "shares", role: "editor", run: () => listShares() }),

  /** All links that a search and filter match, as many as can be selected. */
  matching: define({
    name: "matching",
    role: "editor",
    query: browseQuerySchema,
    run: async (context, { body: _, ...query }) =>
      listMatching(await chosenLinks(query, acting(context).owner.id), context.now),
  }),

  /** Campaign tags used on any link. */
  tags: define({
    name: "tags",
    role: "reader",
    run: ({ now }) => getUsedTags("", now, mostUsed),
  }),

  /** Channels of any link, most used first, without campaigns. */
  channels: define({
    name: "channels",
    role: "editor",
    run: () => listUsedChannels(mostUsed),
  }),

  /** Channels of a link; of several, as `listPlacesOf` has them. */
  "channels-of": define({
    name: "channels-of",
    role: "reader",
    query: z.object({ ids: linkIds }),
    run: async (_, { ids: [first = 0, ...others] }): Promise<Channel[]> =>
      others.length === 0 ? listChannels(first) : listPlacesOf([first, ...others], mostPlaces + 1),
  }),

  peek: define({
    name: "peek",
    role: "reader",
    query: ofLink,
    run: (context, { slug }) => getLinkPeek(slug, timeZoneOf(context), context.now),
  }),

  /** What the filters of the list can be set to. */
  "filter-values": define({
    name: "filter-values",
    role: "reader",
    run: () => listFilterValues(),
  }),

  /** How far something is that this person has started. */
  job: define({
    name: "job",
    role: "reader",
    query: z.object({ id: text }),
    run: async (context, { id }) => {
      const { language } = acting(context);
      return showJob(await jobState(id, context.by), (what) => say(language, what));
    },
  }),

  /** What runs of this person. */
  jobs: define({
    name: "jobs",
    role: "reader",
    run: async (context) => {
      const { language } = acting(context);
      const jobs = await listRunningJobs(context.by);
      return jobs.map((job) => showJob(job, (what) => say(language, what)));
    },
  }),

  /** What a job did to each row. */
  "job-rows": define({
    name: "job-rows",
    role: "editor",
    query: z.object({ id: text }),
    run: async ({ by }, { id }) => changedBy((await jobState(id, by)).id),
  }),

  /** All tags of links. */
  "link-tags": define({
    name: "link-tags",
    role: "reader",
    run: async () => [...(await listTagColors())].map(([name, color]) => ({ name, color })),
  }),

  /** Views of the list, by name. */
  views: define({
    name: "views",
    role: "reader",
    run: (context) => listViews(acting(context).owner.id),
  }),

  /** The preview of a destination, or why it failed; `icon`: of its host, behind this service. */
  card: define({
    name: "card",
    role: "editor",
    query: ofUrl,
    deadlineMs: 15_000,
    run: async (context, { url = "" }) => {
      const { owner, language } = acting(context);
      const read = await readLivePreview(owner.id, linkField(url, "url"), context.signal);
      return {
        card: read.card && (await withOwnImage(read.card)),
        failure: read.failure && say(language, read.failure),
        icon: await iconOfRead(url),
      };
    },
  }),

  /** Where the addresses of a link lead a sample visitor; null while one is not valid. */
  destination: define({
    name: "destination",
    role: "reader",
    query: z.object({ asked: z.string().default("") }),
    run: async ({ now }, { asked }) => previewRules(asked, now),
  }),

  /** An image for previews, behind this service. */
  image: define({
    name: "image",
    role: "editor",
    query: ofUrl,
    run: async (_, { url }) => withOwnImage({ image: linkField(url, "image") ?? null }),
  }),

  /** Changes with every click and bot hit of a link: see `statisticsVersion`. */
  version: define({
    name: "version",
    role: "reader",
    query: ofLink,
    run: async (_, { slug }) => statisticsVersion(await getLink(slug)),
  }),

  /** What the statistics page can be about, with clicks in the date range of its parameters. */
  "scope-choices": define({
    name: "scope-choices",
    role: "reader",
    query: z.looseObject({}),
    run: (context, { body: _, ...given }) =>
      listScopeChoices(parsePageQuery(given as SearchParams, timeZoneOf(context)), context.now),
  }),

  /**
   * When any link, or any of the chosen ones, was clicked last, ISO 8601; empty if none was. The totals
   * include raw clicks that were deleted. Each page compares the answer with what it has shown itself.
   */
  latest: define({
    name: "latest",
    role: "reader",
    query: z.looseObject({ by: z.string().optional() }),
    run: async (_, { by, body: __, ...given }) =>
      (by === "totals"
        ? (await getScopeTotals(parseScope(given as SearchParams))).lastClickedAt
        : (await listLatestClicks(1))[0]?.createdAt) ?? "",
  }),
};

export type Question = keyof typeof questions;
export type Answers = { [Q in Question]: Output<(typeof questions)[Q]> };

/** The icon of a host of destinations. Only an address that names its version stays true. */
export const getIcon = define({
  name: "getIcon",
  role: "reader",
  query: z.object({ host: z.string().max(300), v: z.string().max(20).default("") }),
  // It may wait for an icon that is being fetched.
  deadlineMs: 15_000,
  run: async (_, { host, v }) => {
    const icon = await readIcon(host);
    return { icon, isCurrent: icon?.version === v };
  },
});

/** The image of a link preview, at an address that `withOwnImage` made. */
export const getPreviewImage = define({
  name: "getPreviewImage",
  role: "reader",
  query: z.object({ url: z.string().max(4_096), key: z.string().max(128) }),
  deadlineMs: 15_000,
  run: async (_, { url, key }) => (await readPreviewImage(url, key)).value,
});

/** The address of a short link, which does not count the next click of this browser. */
export const testLink = define({
  name: "testLink",
  role: "reader",
  target: ofLink,
  run: async (context, { slug: asked }) => {
    const { slug, shortUrl } = await getLink(asked);
    markTest(acting(context).browser.cookies, slug);
    return shortUrl;
  },
});
