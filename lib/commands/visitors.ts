import { z } from "zod";
import { byAnySlug } from "../links/aliases";
import { keepHost } from "../previews/moved-destinations";
import { getLinkHealth as getStoredHealth } from "../previews/preview-status";
import {
  setAsideSchema,
  setClicksAside as setStoredAside,
  undoSetAside as undoStored,
} from "../stats/report/change-set-aside";
import {
  ignoreSlug,
  listMissedLinks as listStored,
  missedChangesSchema,
  missedQuerySchema,
} from "../stats/report/missed-links";
import { getSetAside } from "../stats/report/set-aside";
import { define } from "./define";
import { jsonOf } from "./operation";
import { exampleSetAside } from "./operation-examples";
import {
  ignoredSlugSchema,
  linkHealthSchema,
  missedLinksSchema,
  setAsideClicksSchema,
  setAsideReportSchema,
} from "./response-schemas";

const slug = z.string().max(64);
const ofLink = z.object({ slug });
const keptHostSchema = z.object({
  expectedHost: z
    .string()
    .max(253)
    .meta({ description: "The host that `moved.to` names.", examples: ["new.example"] }),
});
const missed = { slug: "sprnig-sale", count: 12, lastSeenAt: "2026-01-31T12:00:00.000Z" };
const [found] = exampleSetAside.found;
const [setAside] = exampleSetAside.setAside;

export const getLinkHealth = define({
  name: "getLinkHealth",
  role: "reader",
  target: ofLink,
  run: (_, { slug }) => byAnySlug(slug, getStoredHealth),
  api: {
    method: "get",
    path: "/api/links/{slug}/health",
    tag: "Links",
    summary: "Get whether the destination of a link works",
    description: "By the last check; asking starts none.",
    success: {
      200: {
        description: "The state of the destination.",
        content: jsonOf(linkHealthSchema, {
          state: "broken",
          reason: "HTTP 404.",
          checkedAt: "2026-01-31T12:00:00.000Z",
          brokenSince: "2026-01-29T12:00:00.000Z",
        }),
      },
    },
  },
});

/** Says that the host is right to which a destination moved. */
export const keepDestinationHost = define({
  name: "keepDestinationHost",
  role: "editor",
  target: ofLink,
  body: () => keptHostSchema,
  notes: "moved-host-kept",
  run: ({ actor, now }, { slug, body: { expectedHost } }) =>
    byAnySlug(slug, async (known) => {
      await keepHost(known, expectedHost, actor, now);
      return getStoredHealth(known);
    }),
  api: {
    method: "patch",
    path: "/api/links/{slug}/health",
    tag: "Links",
    summary: "Keep the host to which a destination moved",
    description: "It is no longer `moved`, and is compared with this host from now on.",
    body: { name: "KeptHost", example: { expectedHost: "new.example" } },
    success: {
      200: { description: "The state of the destination.", content: jsonOf(linkHealthSchema) },
    },
    problems: ["precondition_failed"],
  },
});

export const listMissedLinks = define({
  name: "listMissedLinks",
  role: "reader",
  query: missedQuerySchema,
  run: ({ now }, { days }) => listStored(days, now),
  api: {
    method: "get",
    path: "/api/missed-links",
    tag: "Statistics",
    summary: "List missed links",
    description:
      "Slugs that visitors asked for and that no link has. Robots, scanners and ignored slugs are left out.",
    success: {
      200: {
        description: "At most 100 slugs.",
        content: jsonOf(missedLinksSchema, { missedLinks: [missed], more: 0 }),
      },
    },
  },
});

export const changeMissedLink = define({
  name: "changeMissedLink",
  role: "editor",
  target: ofLink,
  body: () => missedChangesSchema,
  run: ({ now }, { slug, body: { ignored } }) => ignoreSlug(slug, ignored, now),
  api: {
    method: "patch",
    path: "/api/missed-links/{slug}",
    tag: "Statistics",
    summary: "Ignore a missed link, or show it again",
    body: { name: "MissedLinkChanges", example: { ignored: true } },
    success: {
      200: {
        description: "Whether it is ignored now.",
        content: jsonOf(ignoredSlugSchema, { slug: missed.slug, ignored: true }),
      },
    },
  },
});

export const listSingleVisitors = define({
  name: "listSingleVisitors",
  role: "reader",
  target: ofLink,
  run: ({ now }, { slug }) => byAnySlug(slug, (known) => getSetAside(known, now)),
  api: {
    method: "get",
    path: "/api/links/{slug}/set-aside",
    tag: "Statistics",
    summary: "List visitors who stand out, and clicks that are set aside",
    description:
      "A visitor stands out who made more than half of the link's clicks in an hour, and more than 100. Covers the last seven UTC days.",
    success: {
      200: { description: "Both lists.", content: jsonOf(setAsideReportSchema, exampleSetAside) },
    },
  },
});

export const setClicksAside = define({
  name: "setClicksAside",
  role: "editor",
  target: ofLink,
  body: () => setAsideSchema,
  notes: "clicks-set-aside",
  run: ({ now, by, actor }, { slug, body: { visitor } }) =>
    setStoredAside(slug, visitor, { now, by, actor }),
  api: {
    method: "post",
    path: "/api/links/{slug}/set-aside",
    tag: "Statistics",
    summary: "Set the clicks of a visitor aside",
    description:
      "Excludes all clicks of this visitor on that day from the statistics, later ones too. Once it answers, nothing counts them, unless `state` is `leaving`: more clicks than can be moved in three seconds. Repeating it changes nothing, and waits again.",
    body: { name: "SetAside", example: { visitor: found?.visitor } },
    success: {
      200: {
        description: "What is set aside.",
        content: jsonOf(setAsideClicksSchema, setAside),
      },
    },
  },
});

export const undoSetAside = define({
  name: "undoSetAside",
  role: "editor",
  target: ofLink.extend({ visitor: z.string() }),
  notes: "clicks-counted-again",
  run: ({ now, by, role, actor }, { slug, visitor }) =>
    undoStored(slug, visitor, { now, by, role, actor }),
  api: {
    method: "delete",
    path: "/api/links/{slug}/set-aside/{visitor}",
    tag: "Statistics",
    summary: "Count the clicks of a visitor again",
    description:
      "Possible within a day after they were set aside, for whoever did that and for owners. The statistics include them again within seconds.",
    success: { 204: { description: "Undone.", content: {} } },
  },
});
