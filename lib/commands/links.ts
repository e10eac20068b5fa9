import { z } from "zod";
import { originOf } from "../config/env";
import { destinationRules } from "../config/site-settings";
import { changedSince } from "../core/changed-since";
import { prefersText } from "../core/content-negotiation";
import { isSluglineError, SluglineError, validate } from "../core/errors";
import { problemMembers } from "../core/problems";
import { shortUrlOf } from "../core/slug";
import type { Writer } from "../database/in-transaction";
import { withHash } from "../limits/hash-queue";
import { byAnySlug, listAliases } from "../links/aliases";
import { applyBulk, type BulkOutcome, prepareBulk, rowsOf } from "../links/bulk";
import { changeLinks } from "../links/change-links";
import { type Channel, channelUrl } from "../links/channel";
import { channelEditSchema, channelsSchema } from "../links/channel-schema";
import { deleteLinks as deleteStored } from "../links/delete-links";
import { type ChannelsEdited, editChannels as editStoredChannels } from "../links/edit-channels";
import { creatorOf, findCreators, withCreators } from "../links/editor";
import { findOrCreateLink, findOrCreateLinks } from "../links/find-or-create-link";
import { getLink as getStored } from "../links/get-link";
import { insertLinks } from "../links/insert-links";
import { type Link, withUnset } from "../links/link";
import {
  changedMeanwhile,
  expectationOf,
  isUnchanged,
  linkEtag,
  unchangedSince,
} from "../links/link-version";
import { listEdits, type Meanwhile, readMeanwhile } from "../links/list-edits";
import { linkListSchema, linkQuerySchema } from "../links/list-schema";
import {
  checkEach,
  forAccepted,
  type Outcome,
  only,
  slugTaken,
  toSelection,
} from "../links/outcome";
import { cursorLinks, pageLinks } from "../links/page-links";
import { previewLinks } from "../links/preview-links";
import { svgOf, usualScale } from "../links/qr";
import { qrPng } from "../links/qr-png";
import { channelOf, designOf, fittingMatrix, qrQuerySchema } from "../links/qr-query";
import { qrText } from "../links/qr-text";
import type { AddressChange } from "../links/replace-destinations";
import { replacementSchema, replaceRequestSchema } from "../links/replace-schema";
import { undoReplacement as undoStored } from "../links/replacements";
import {
  changeShared,
  onlyEdited,
  restoreAddresses,
  restoreEdited,
  restoreShared,
  type SharedChange,
} from "../links/restore-links";
import {
  bulkQuerySchema,
  bulkSchema,
  linkChangesSchema,
  mostBulkRows,
  mostChosen,
  newLinkFields,
  newLinkQuerySchema,
  newLinkSchema,
} from "../links/schema";
import { editTags as editStoredTags, type TagsEdited } from "../links/tag-links";
import { tagEditSchema } from "../links/tag-schema";
import { scrapePreview } from "../previews/scrape-preview";
import { listLinks as listStored } from "../stats/list/list-links";
import { replaceInChosen } from "../stats/list/replace-in-chosen";
import { asText } from "../texts/sentence";
import { deleteUnused } from "../transfer/undo-import";
import { define, type Portion } from "./define";
import { jsonOf } from "./operation";
import {
  exampleAliases,
  exampleHistory,
  exampleLink,
  exampleReplacement,
} from "./operation-examples";
import {
  anyLinkListSchema,
  anyLinkSchema,
  bulkReportSchema,
  linkAliasesSchema,
  linkHistorySchema,
  replacementReportSchema,
} from "./response-schemas";

const anySlug = z.string().max(64);
const ofLink = z.object({ slug: anySlug });
const ofLinks = z.object({ slugs: z.array(anySlug).max(mostChosen) });
/** A page with more of them would take long to show, and nobody reads it. */
const mostPreviewed = 100;
/** What the links must still have in the place of the changes: as the page showed them. */
const seen = z.record(z.string(), z.unknown());

const etag = { ETag: "Names this version of the link." };
const location = { Location: "The path of the link in the API." };
const matchHeader = z.object({
  "If-Match": z
    .string()
    .meta({ description: "The `ETag` of the link: 412 if somebody edited it since." })
    .optional(),
});
const noneMatchHeader = z.object({
  "If-None-Match": z
    .string()
    .meta({ description: "The `ETag` of the link: 304 if nothing changed." })
    .optional(),
});
const oneLink = (baseUrl: string) => jsonOf(anyLinkSchema, exampleLink(baseUrl));
const sample = exampleLink("");

export const listLinks = define({
  name: "listLinks",
  role: "reader",
  query: linkListSchema,
  run: async ({ by, now }, { body: _, ...query }) => {
    const creators = await findCreators(query.createdBy, by);
    const page = await listStored({ ...query, creators }, now);
    const isWalked = query.cursor !== undefined;
    const links = query.fields === undefined ? page.links : await withCreators(page.links);
    return { page, isWalked, shown: { ...page, links } };
  },
  api: {
    method: "get",
    path: "/api/links",
    tag: "Links",
    summary: "List links",
    description: "Newest first, unless `sort` says otherwise.",
    problems: ["list_timeout"],
    lists: ["tag", "notTag"],
    success: (baseUrl) => ({
      200: {
        description: "The links that match.",
        headers: {
          Link: "The pages `first`, `prev`, `next` and `last` (RFC 8288), as far as they fit into 4 KB.",
        },
        content: jsonOf(anyLinkListSchema, {
          links: [exampleLink(baseUrl)],
          total: 1,
          limit: 50,
          offset: 0,
        }),
      },
    }),
    answer: ({ page, isWalked, shown }, { url }) => {
      const links = isWalked ? cursorLinks(url, page.nextCursor ?? null) : pageLinks(url, page);
      return { body: shown, headers: links === null ? {} : { Link: links } };
    },
  },
});

export const createLink = define({
  name: "createLink",
  role: "editor",
  query: newLinkQuerySchema,
  /** Where it will be shared. */
  form: z.object({ channels: channelsSchema }),
  body: newLinkSchema,
  prepare: async ({ body }) => ({ wanted: await withHash(body) }),
  repeats: "answer",
  run: async ({ by, now, writer }, { wanted, ifExists, channels }) => {
    const options = { writer, createdBy: creatorOf(by) };
    if (ifExists) return findOrCreateLink(wanted, now, options);
    return { link: only(await insertLinks([{ ...wanted, channels }], now, options)), isNew: true };
  },
  api: {
    method: "post",
    path: "/api/links",
    tag: "Links",
    summary: "Create a link",
    description: "With `Accept: text/plain` the answer is just the short URL.",
    body: { name: "NewLink", example: { url: sample.url, slug: sample.slug, title: sample.title } },
    success: (baseUrl) => {
      const headers = { ...location, ...etag };
      const content = {
        ...oneLink(baseUrl),
        "text/plain": { example: exampleLink(baseUrl).shortUrl },
      };
      return {
        200: { description: "The existing link, with `ifExists=return`.", headers, content },
        201: { description: "The new link.", headers, content },
      };
    },
    problems: ["slug_taken"],
    answer: ({ link, isNew }, { header }) => ({
      status: isNew ? 201 : 200,
      headers: { Location: `/api/links/${link.slug}`, ETag: linkEtag(link) },
      ...(prefersText(header("accept"), "application/json")
        ? { text: link.shortUrl }
        : { body: link }),
    }),
  },
});

export const getLink = define({
  name: "getLink",
  role: "reader",
  target: ofLink,
  query: linkQuerySchema,
  run: async (_, { slug, fields }) => {
    const link = await byAnySlug(slug, getStored);
    // Who created the link may change without its ETag.
    return { link, shown: fields === undefined ? undefined : (await withCreators([link]))[0] };
  },
  api: {
    method: "get",
    path: "/api/links/{slug}",
    tag: "Links",
    summary: "Get a link",
    headers: noneMatchHeader,
    success: (baseUrl) => ({
      200: { description: "The link.", headers: etag, content: oneLink(baseUrl) },
      304: {
        description: "Neither the link nor its counters changed.",
        headers: etag,
        content: {},
      },
    }),
    answer: ({ link, shown }, { header }) => {
      const headers = { ETag: linkEtag(link) };
      return shown === undefined && isUnchanged(header("if-none-match"), link)
        ? { status: 304, headers }
        : { headers, body: shown ?? link };
    },
  },
});

export const updateLink = define({
  name: "updateLink",
  role: "editor",
  target: ofLink,
  form: z.object({ seen, undoes: z.iso.datetime().optional() }),
  body: linkChangesSchema,
  prepare: async ({ body }) => ({ changes: await withHash(body) }),
  run: async ({ by, now, header }, { slug, seen, undoes, body, changes }) => {
    // Links are shown without what is not set.
    const shown = seen && withUnset(seen);
    const isExpected = shown ? unchangedSince(shown, body) : expectationOf(header("if-match"));
    const demands = { isExpected, undoes: undoes === undefined ? undefined : new Date(undoes) };
    const [saved] = await changeLinks([{ slug, changes }], { now, by }, demands);
    if (!shown || !isSluglineError(saved) || saved.code !== "precondition_failed")
      return { link: only([saved as Outcome<Link>]), meanwhile: [] as Meanwhile[] };
    const link = await getStored(slug);
    const meanwhile = await readMeanwhile(link, changedSince(shown, withUnset(link), body));
    if (meanwhile.length > 0) return { link, meanwhile };
    throw new SluglineError("precondition_failed", "linkChanged");
  },
  api: {
    method: "patch",
    path: "/api/links/{slug}",
    tag: "Links",
    summary: "Update a link",
    description:
      "Any subset of the fields; an empty object changes nothing. A new `slug` renames the link; with `keepOldSlug` the old one keeps working.",
    headers: matchHeader,
    body: { name: "LinkChanges", example: { enabled: false } },
    success: (baseUrl) => ({
      200: { description: "The updated link.", headers: etag, content: oneLink(baseUrl) },
    }),
    problems: ["slug_taken", "precondition_failed"],
    answer: ({ link }) => ({ headers: { ETag: linkEtag(link) }, body: link }),
  },
});

export const deleteLink = define({
  name: "deleteLink",
  role: "editor",
  target: ofLink,
  run: async ({ header }, { slug }) => {
    only(await deleteStored([slug], { isExpected: expectationOf(header("if-match")) }));
  },
  api: {
    method: "delete",
    path: "/api/links/{slug}",
    tag: "Links",
    summary: "Delete a link",
    description: "Its whole click history is deleted with it.",
    headers: matchHeader,
    success: { 204: { description: "Deleted.", content: {} } },
    problems: ["precondition_failed"],
  },
});

export const listLinkChanges = define({
  name: "listLinkChanges",
  role: "reader",
  target: ofLink,
  run: (_, { slug }) => byAnySlug(slug, listEdits),
  api: {
    method: "get",
    path: "/api/links/{slug}/history",
    tag: "Links",
    summary: "List the changes of a link",
    description: "The latest first; at most 200 are kept.",
    success: {
      200: { description: "The changes.", content: jsonOf(linkHistorySchema, exampleHistory) },
    },
  },
});

export const listLinkAliases = define({
  name: "listAliases",
  role: "reader",
  target: ofLink,
  run: async (_, { slug }) => ({ aliases: await byAnySlug(slug, listAliases) }),
  api: {
    method: "get",
    path: "/api/links/{slug}/aliases",
    tag: "Links",
    summary: "List the aliases of a link with their clicks",
    success: (baseUrl) => ({
      200: {
        description: "The aliases.",
        content: jsonOf(linkAliasesSchema, exampleAliases(baseUrl)),
      },
    }),
  },
});

const svg = "image/svg+xml";

export const getLinkQrCode = define({
  name: "getLinkQrCode",
  role: "reader",
  target: ofLink,
  query: qrQuerySchema,
  run: async (_, { slug: asked, body: __, ...query }) => {
    const design = designOf(query);
    const { slug, domain } = await byAnySlug(asked, getStored);
    const text = channelUrl(shortUrlOf(slug, originOf(domain)), channelOf(query));
    return { query, design, text, matrix: fittingMatrix(text, design, query.size) };
  },
  api: {
    method: "get",
    path: "/api/links/{slug}/qr",
    tag: "Links",
    summary: "Get the QR code of a link",
    success: {
      200: {
        description: "The QR code of the short link.",
        content: { [svg]: {}, "image/png": {}, "text/plain": {} },
      },
    },
    answer: ({ query: { format, size }, design, text, matrix }, { header }) => {
      const answer = (text: string | Buffer, type: string) => ({
        text,
        headers: { "Content-Type": type, Vary: "Accept" },
      });
      if (format === "png")
        return answer(qrPng(matrix, size ?? matrix.length * usualScale, design), "image/png");
      return format === undefined && prefersText(header("accept"), svg)
        ? answer(qrText(text, design), "text/plain; charset=utf-8")
        : answer(svgOf(matrix, design, size), svg);
    },
  },
});

const bulkContent = (results: unknown[]) => jsonOf(bulkReportSchema, { results });

export const bulkLinks = define({
  name: "changeLinks",
  role: "editor",
  query: bulkQuerySchema,
  body: () => bulkSchema,
  prepare: async ({ body }) => ({ rows: await prepareBulk(body, destinationRules(), withHash) }),
  repeats: "answer",
  run: ({ by, now, writer }, { rows, atomic }) => applyBulk(rows, atomic, { now, by }, writer),
  api: {
    method: "post",
    path: "/api/links/bulk",
    tag: "Links",
    summary: "Create, update and delete up to 1,000 links",
    description:
      "In one transaction: first creates, then updates, then deletes, each in order. The body may have 16 MB.",
    body: {
      name: "LinkBatch",
      example: {
        create: [{ url: sample.url }],
        update: [{ slug: sample.slug, title: sample.title }],
      },
      // A thousand links with the longest destinations and titles.
      maxBytes: 16 * 1_048_576,
    },
    success: (baseUrl) => ({
      200: {
        description: "Every row succeeded; `results` are in the order of the rows.",
        content: bulkContent([{ status: 201, link: exampleLink(baseUrl) }]),
      },
      207: {
        description:
          "At least one row was refused. With `atomic=true` nothing was changed, and the other rows have the status 424, `not_attempted`.",
        content: bulkContent([{ status: 409, error: problemMembers(slugTaken(sample.slug)) }]),
      },
    }),
    // RFC 4918, 13.
    answer: (outcome: BulkOutcome) => ({
      status: rowsOf(outcome).some(isSluglineError) ? 207 : 200,
      body: {
        results: [
          ...outcome.create.map(resultOf(201)),
          ...outcome.update.map(resultOf(200)),
          ...outcome.delete.map(resultOf(204)),
        ],
      },
    }),
  },
});

function resultOf(success: number) {
  return (row: Outcome<Link | null>) => {
    if (!isSluglineError(row)) return { status: success, link: row };
    const error = problemMembers(row);
    return { status: error.status, error };
  };
}

export const replaceDestinations = define({
  name: "replaceDestinations",
  role: "editor",
  body: () => replaceRequestSchema,
  repeats: "answer",
  run: ({ by, now, writer }, { body: { slugs, tag, q, dryRun, ...replacement } }) =>
    replaceInChosen(
      { slugs, tag, q },
      replacement,
      { now, by },
      {
        writer,
        isDryRun: dryRun,
      },
    ),
  api: {
    method: "post",
    path: "/api/links/replace",
    tag: "Links",
    summary: "Replace in the destinations of up to 1,000 links",
    description:
      "Replaces a host or text in `url`, `ios`, `android`, `geo`, `languages` and `schedule` of the links that exactly one of `slugs`, `tag` and `q` selects. In one transaction; a link whose new address is not valid stays as it is. The body may have 256 KB.",
    body: {
      name: "ReplacementRequest",
      example: { find: "old.example", replace: "new.example", scope: "host", tag: "spring" },
      // A thousand slugs, and the longest texts.
      maxBytes: 262_144,
    },
    success: {
      200: {
        description: "What was replaced, or would be, and which links were refused.",
        content: jsonOf(replacementReportSchema, exampleReplacement),
      },
    },
    answer: ({ results }) => ({
      body: {
        changed: results.filter(({ error }) => error === null).length,
        results: results.map(({ slug, changes, error }) => {
          if (error === null) return { status: 200, slug, changes };
          const problem = problemMembers(error);
          return { status: problem.status, slug, changes, error: problem };
        }),
      },
    }),
  },
});

export const undoReplacement = define({
  name: "undoReplacement",
  role: "editor",
  form: z.object({ id: z.uuid() }),
  run: ({ by, role, now }, { id = "" }) => undoStored(id, { now, by, role }),
});

/** Of commands that a job does, whose rows are links. */
const ofSlugs = {
  total: ({ slugs = [] }: { slugs?: string[] }) => slugs.length,
  part: ({ slugs = [] }: { slugs?: string[] }, { from, to }: Portion) => ({
    slugs: slugs.slice(from, to),
  }),
};

/** What a replacement would change, of which a page shows the first. */
export const previewReplacement = define({
  name: "previewReplacement",
  role: "editor",
  form: ofLinks,
  body: () => replacementSchema,
  run: async ({ by, now }, { slugs, body }) => {
    const { results } = await replaceInChosen({ slugs }, body, { now, by }, { isDryRun: true });
    const changed = results.filter(({ error }) => error === null);
    return {
      changed: changed.length,
      refused: results.length - changed.length,
      links: [...results.filter(({ error }) => error !== null), ...changed]
        .slice(0, mostPreviewed)
        .map(({ slug, changes, error }) => ({
          ...{ slug, changes },
          problem: error && asText(error.sentence),
        })),
    };
  },
});

export const replaceInLinks = define({
  name: "replaceInLinks",
  role: "editor",
  form: ofLinks,
  body: () => replacementSchema,
  portions: {
    ...ofSlugs,
    undo: ({ by, now, writer }, done) =>
      restoreAddresses(done as AddressChange[], { now, by }, writer),
  },
  run: async ({ by, now, writer }, { slugs, body }) => {
    const options = { writer, isDryRun: false, isListed: false };
    const { results } = await replaceInChosen({ slugs }, body, { now, by }, options);
    return {
      done: results.flatMap(({ noted }) => noted ?? []),
      failed: results.flatMap(({ slug, error }) =>
        error ? [{ slug, code: error.code, path: error.problems[0]?.path }] : [],
      ),
    };
  },
});

export const updateLinks = define({
  name: "updateLinks",
  role: "editor",
  form: ofLinks.extend({ seen }),
  body: (own) => linkChangesSchema(own).pick({ enabled: true, expiresAt: true }),
  portions: {
    ...ofSlugs,
    undo: ({ by, now, writer }, done) => restoreShared(done as SharedChange[], { now, by }, writer),
  },
  run: ({ by, now, writer }, { slugs = [], seen = {}, body }) =>
    changeShared(slugs, body, { now, by }, { writer, isExpected: unchangedSince(seen, body) }),
});

export const deleteLinks = define({
  name: "deleteLinks",
  role: "editor",
  form: ofLinks,
  portions: ofSlugs,
  run: async ({ writer }, { slugs = [] }) => {
    const outcomes = await deleteStored(slugs, { writer });
    return toSelection(
      slugs,
      outcomes.map((outcome, index) => outcome ?? (slugs[index] as string)),
    );
  },
});

export const editTags = define({
  name: "editTags",
  role: "editor",
  form: ofLinks,
  body: () => tagEditSchema,
  portions: {
    ...ofSlugs,
    // Creates none, so that those renamed or deleted since stay gone.
    undo: ({ by, now, writer }, done) =>
      restoreEdited(done as TagsEdited[], writer, (slugs, edit) =>
        editStoredTags(slugs, { ...edit, isUndo: true }, { now, by }, writer),
      ),
  },
  run: async ({ by, now, writer }, { slugs = [], body }) =>
    onlyEdited(toSelection(slugs, await editStoredTags(slugs, body, { now, by }, writer))),
});

export const editChannels = define({
  name: "editChannels",
  role: "editor",
  form: ofLinks,
  body: () => channelEditSchema,
  portions: {
    ...ofSlugs,
    undo: ({ now, writer }, done) =>
      restoreEdited(done as ChannelsEdited[], writer, (slugs, edit) =>
        editStoredChannels(slugs, edit, now, writer),
      ),
  },
  run: async ({ now, writer }, { slugs = [], body }) =>
    onlyEdited(toSelection(slugs, await editStoredChannels(slugs, body, now, writer))),
});

export const editAliases = define({
  name: "editAliases",
  role: "editor",
  target: ofLink,
  body: () => z.object({ add: anySlug.trim().optional(), remove: anySlug.optional() }),
  run: async ({ by, now }, { slug, body: { add, remove } }) => {
    const aliasesOf = ({ aliases = [] }: Link) => aliases;
    const before = aliasesOf(await getStored(slug));
    const aliases = before.filter((alias) => alias !== remove);
    if (add !== undefined) aliases.push(add);
    // Another owner may edit them at the same time.
    const isExpected = (link: Link) => aliasesOf(link).join() === before.join();
    const schema = linkChangesSchema(destinationRules()).pick({ aliases: true });
    const changes = validate({ aliases }, schema, "form");
    return only(await changeLinks([{ slug, changes }], { now, by }, { isExpected }));
  },
});

/** Checks the destination and preview again. */
export const checkPreview = define({
  name: "checkPreview",
  role: "editor",
  target: ofLink,
  run: async (_, { slug }) => {
    const { destination, lastReason } = await scrapePreview(slug);
    return { destination, reason: lastReason };
  },
});

/** Nothing but these, which `rowChecker` looks at. */
const known = (...names: string[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.unknown()]))).partial();
const rows = () => z.array(known("url", "slug", "title")).max(mostBulkRows);

/** What lines and their common options can say of a link. */
function rowChecker() {
  const fields = newLinkFields(destinationRules()).pick({
    url: true,
    slug: true,
    title: true,
    expiresAt: true,
    tags: true,
    forwardQuery: true,
    forwardUtm: true,
    domain: true,
  });
  return (row: unknown) => ({ ...validate(row, fields, "line"), enabled: true });
}

/** What would become of new links. A problem is a sentence as text. */
export const previewSeveral = define({
  name: "previewSeveral",
  role: "editor",
  body: rows,
  run: ({ now }, { body }) => previewLinks(body, rowChecker(), now, asText),
});

const withShared =
  <T>(check: (row: unknown) => T, shared: object = {}) =>
  (row: unknown) =>
    check({ ...Object(row), ...shared });

/** `reuses`: a link that exists with a destination is the answer in place of a new one. */
export const createSeveral = define({
  name: "createSeveral",
  role: "editor",
  form: z.object({
    channels: channelsSchema,
    reuses: z.boolean(),
    shared: known("tags", "expiresAt", "forwardQuery", "domain"),
  }),
  body: rows,
  portions: {
    total: ({ body }) => body.length,
    part: ({ body }, { from, to }) => ({ body: body.slice(from, to) }),
    undo: ({ writer }, done, { channels }) =>
      deleteCreated(done as CreatedLine[], channels, writer),
  },
  run: async ({ by, now, writer }, { body, portion, channels, reuses, shared }) => {
    const insert = { writer, createdBy: creatorOf(by) };
    const results = await forAccepted(
      checkEach(body, withShared(rowChecker(), shared)),
      async (accepted) => {
        const wanted = accepted.map((link) => ({ ...link, channels }));
        if (reuses) return findOrCreateLinks(wanted, now, insert);
        const inserted = await insertLinks(wanted, now, insert);
        return inserted.map((link) => (isSluglineError(link) ? link : { link, isNew: true }));
      },
    );
    const rowOf = (index: number) => (portion?.from ?? 0) + index;
    return toSelection(
      results.map((_, index) => String(rowOf(index))),
      results.map((row, index) => (isSluglineError(row) ? row : { ...row, row: rowOf(index) })),
    );
  },
});

/** A link that a line led to, and the number of the line. */
interface CreatedLine {
  row: number;
  link: Link;
  isNew: boolean;
}

/** Deletes the links that lines created, except those that were clicked or changed since. */
async function deleteCreated(
  lines: readonly CreatedLine[],
  channels: readonly Channel[] | undefined,
  writer: Writer,
) {
  const links = lines.filter(({ isNew }) => isNew).map(({ link }) => link);
  const kept = new Set(await deleteUnused(links, writer, channels));
  const slugs = links.map(({ slug }) => slug);
  return toSelection(
    slugs,
    slugs.map((slug) => (kept.has(slug) ? changedMeanwhile(slug) : slug)),
  );
}
