"use server";

import { z } from "zod";
import type { LinkInput, SavedLink } from "@/components/layout/dashboard-actions";
import { destinationRules } from "@/lib/config/site-settings";
import { changedSince } from "@/lib/core/changed-since";
import { isSluglineError, SluglineError } from "@/lib/core/errors";
import { validate } from "@/lib/core/validate";
import { changeLinks } from "@/lib/links/change-links";
import type { Channel } from "@/lib/links/channel";
import { type ChannelEdit, channelEditSchema, channelsSchema } from "@/lib/links/channel-schema";
import { creatorOf } from "@/lib/links/creators";
import { deleteLinks as deleteStoredLinks } from "@/lib/links/delete-links";
import { editChannels as editStoredChannels } from "@/lib/links/edit-channels";
import { getLink } from "@/lib/links/get-link";
import { insertLinks } from "@/lib/links/insert-links";
import { type Link, withUnset } from "@/lib/links/link";
import { unchangedSince } from "@/lib/links/link-version";
import { readMeanwhile } from "@/lib/links/list-edits";
import { type Outcome, only, type SelectionOutcome, toSelection } from "@/lib/links/outcome";
import { linkChangesSchema, newLinkSchema } from "@/lib/links/schema";
import { editTags as editStoredTags } from "@/lib/links/tag-links";
import { type TagEdit, tagEditSchema } from "@/lib/links/tag-schema";
import { withHash } from "@/lib/owners/hash-queue";
import { formKey, runFormOnce } from "@/lib/owners/run-once";
import { scrapePreview } from "@/lib/previews/scrape-preview";
import { ownerAction } from "../server-action";
import { linkAction, refreshPages } from "./link-action";

/*
 * Arguments of server actions are untrusted whatever their types say, so each is validated first.
 */

const anySlug = z.string().max(64);
const slugs = z.array(anySlug).max(200);

export async function createLink(input: LinkInput, sharedAt: Channel[], key: string) {
  return linkAction("createLink", async (by) => {
    const wanted = validate(input, newLinkSchema(destinationRules()), "form");
    const channels = validate(sharedAt, channelsSchema, "list");
    const attempt = validate(key, formKey, "form");
    const row = { ...(await withHash(wanted)), channels };
    const link = await runFormOnce(by, attempt, [input, channels], async (writer) =>
      only(await insertLinks([row], new Date(), { writer, createdBy: creatorOf(by) })),
    );
    refreshPages();
    return link;
  });
}

const shownFields = z.record(z.string(), z.unknown());

export async function updateLink(slug: string, changes: LinkInput, seen: Partial<Link>) {
  return linkAction("updateLink", async (by): Promise<SavedLink> => {
    const wanted = validate(changes, linkChangesSchema(destinationRules()), "form");
    const change = { slug: validate(slug, anySlug, "slug"), changes: await withHash(wanted) };
    const shown = validate(seen, shownFields, "form");
    const isExpected = unchangedSince(shown, wanted);
    const [saved] = await changeLinks([change], { now: new Date(), by }, { isExpected });
    refreshPages();
    if (!isSluglineError(saved) || saved.code !== "precondition_failed")
      return { link: only([saved as Outcome<Link>]), meanwhile: [] };
    const link = await getLink(slug);
    const meanwhile = await readMeanwhile(link, changedSince(shown, withUnset(link), wanted));
    if (meanwhile.length > 0) return { link, meanwhile };
    throw new SluglineError("precondition_failed", "linkChanged");
  });
}

/** `seen`: what the links must still have in the place of the changes. */
export async function updateLinks(of: string[], input: LinkInput, seen: Partial<Link> = {}) {
  return linkAction("updateLinks", async (by) => {
    const wanted = validate(
      input,
      linkChangesSchema(destinationRules()).omit({ slug: true, aliases: true, keepOldSlug: true }),
      "form",
    );
    const chosen = validate(of, slugs, "list");
    // One hash for all of them: 200 would keep others waiting.
    const changes = await withHash(wanted);
    const rows = chosen.map((slug) => ({ slug, changes }));
    const shown = validate(seen, shownFields, "form");
    const isExpected = unchangedSince(shown, wanted);
    return refreshed(chosen, await changeLinks(rows, { now: new Date(), by }, { isExpected }));
  });
}

export async function editTags(of: string[], tags: TagEdit) {
  return linkAction("editTags", async (by) => {
    const wanted = validate(tags, tagEditSchema, "form");
    const chosen = validate(of, slugs, "list");
    return refreshed(chosen, await editStoredTags(chosen, wanted, { now: new Date(), by }));
  });
}

export async function editAliases(slug: string, edit: { add?: string; remove?: string }) {
  return linkAction("editAliases", async (by) => {
    const { add, remove } = validate(
      edit,
      z.object({ add: anySlug.trim().optional(), remove: anySlug.optional() }),
      "form",
    );
    const aliasesOf = ({ aliases = [] }: Link) => aliases;
    const before = aliasesOf(await getLink(validate(slug, anySlug, "slug")));
    const after = [
      ...before.filter((alias) => alias !== remove),
      ...(add === undefined ? [] : [add]),
    ];
    // Another owner may edit them at the same time.
    const isExpected = (link: Link) => aliasesOf(link).join() === before.join();
    const wanted = validate(
      { aliases: after },
      linkChangesSchema(destinationRules()).pick({ aliases: true }),
      "form",
    );
    const link = only(
      await changeLinks([{ slug, changes: wanted }], { now: new Date(), by }, { isExpected }),
    );
    refreshPages();
    return link;
  });
}

export async function deleteLinks(of: string[]) {
  return linkAction("deleteLinks", async () => {
    const chosen = validate(of, slugs, "list");
    const outcomes = await deleteStoredLinks(chosen);
    return refreshed(
      chosen,
      outcomes.map((outcome, index) => outcome ?? (chosen[index] as string)),
    );
  });
}

export async function editChannels(of: string[], edit: ChannelEdit) {
  return ownerAction("editChannels", async () => {
    const wanted = validate(edit, channelEditSchema, "form");
    const chosen = validate(of, slugs, "list");
    return refreshed(chosen, await editStoredChannels(chosen, wanted, new Date()));
  });
}

/**
 * Checks a link's destination and preview again. Resolves with what is known of the destination,
 * and why the check failed.
 */
export async function checkPreview(slug: string) {
  return linkAction("checkPreview", async () => {
    const { destination, lastReason } = await scrapePreview(validate(slug, anySlug, "slug"));
    refreshPages();
    return { destination, reason: lastReason };
  });
}

function refreshed<T>(
  chosen: readonly string[],
  outcomes: readonly Outcome<T>[],
): SelectionOutcome<T> {
  refreshPages();
  return toSelection(chosen, outcomes);
}
