"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { LinkInput } from "@/components/links/link-actions";
import { destinationRules } from "@/lib/config/site-settings";
import { validate } from "@/lib/core/validate";
import type { Channel } from "@/lib/links/channel";
import { createLink as create } from "@/lib/links/create-link";
import { deleteLink } from "@/lib/links/delete-link";
import type { Editor } from "@/lib/links/editor";
import { type BulkOutcome, forEachLink } from "@/lib/links/for-each-link";
import { getLink } from "@/lib/links/get-link";
import type { Link } from "@/lib/links/link";
import { addPlace as add, removePlace as remove } from "@/lib/links/link-places";
import { placeSchema, placesSchema } from "@/lib/links/place-schema";
import { linkChangesSchema, newLinkSchema } from "@/lib/links/schema";
import { editTags as edit } from "@/lib/links/tag-links";
import { type TagEdit, tagEditSchema } from "@/lib/links/tag-schema";
import { updateLink as update } from "@/lib/links/update-link";
import { withHash } from "@/lib/owners/password-lanes";
import { scrapePreview } from "@/lib/previews/scrape-preview";
import { linkChangesHeard } from "@/lib/visits/link-changes";
import { ownerAction } from "../server-action";

/* Arguments of server actions are untrusted whatever their types say, so each is validated first. */

/** If this thread also serves visitors, the change takes effect before the dashboard reports it. */
async function linkAction<T>(run: (by: Editor) => Promise<T>) {
  return ownerAction(async ({ owner }) => {
    const value = await run(`owner:${owner.id}`);
    await linkChangesHeard();
    return value;
  });
}

const anySlug = z.string().max(64);
const slugs = z.array(anySlug).max(200);

export async function createLink(input: LinkInput, sharedAt: Channel[] = []) {
  return linkAction(async () => {
    const wanted = validate(input, newLinkSchema(destinationRules()), "form");
    const places = validate(sharedAt, placesSchema, "list");
    const link = await create({ ...(await withHash(wanted)), places }, new Date());
    refreshPages();
    return link;
  });
}

export async function updateLink(slug: string, changes: LinkInput) {
  return linkAction(async (by) => {
    const wanted = validate(changes, linkChangesSchema(destinationRules()), "form");
    const link = await update(validate(slug, anySlug, "slug"), await withHash(wanted), new Date(), { by });
    refreshPages();
    return link;
  });
}

export async function updateLinks(of: string[], changes: LinkInput) {
  return linkAction(async (by) => {
    const wanted = validate(changes, linkChangesSchema(destinationRules()).omit({ slug: true, aliases: true, keepOldSlug: true }), "form");
    const chosen = validate(of, slugs, "list");
    // One hash for all of them: 200 would keep others waiting.
    const hashed = await withHash(wanted);
    const outcome = await forEachLink(chosen, (slug) => update(slug, hashed, new Date(), { by }));
    refreshAfter(outcome);
    return outcome;
  });
}

export async function editTags(of: string[], tags: TagEdit) {
  return linkAction(async (by) => {
    const wanted = validate(tags, tagEditSchema, "form");
    const outcome = await forEachLink(validate(of, slugs, "list"), (slug) => edit(slug, wanted, { now: new Date(), by }));
    refreshAfter(outcome);
    return outcome;
  });
}

export async function editAliases(slug: string, edit: { add?: string; remove?: string }) {
  return linkAction(async (by) => {
    const { add, remove } = validate(edit, z.object({ add: anySlug.trim().optional(), remove: anySlug.optional() }), "form");
    const aliasesOf = ({ aliases = [] }: Link) => aliases;
    const before = aliasesOf(await getLink(validate(slug, anySlug, "slug")));
    const after = [...before.filter((alias) => alias !== remove), ...(add === undefined ? [] : [add])];
    // Another owner may edit them at the same time.
    const isExpected = (link: Link) => aliasesOf(link).join() === before.join();
    const wanted = validate({ aliases: after }, linkChangesSchema(destinationRules()).pick({ aliases: true }), "form");
    const link = await update(slug, wanted, new Date(), { by, isExpected });
    refreshPages();
    return link;
  });
}

export async function deleteLinks(of: string[]) {
  return linkAction(async () => {
    const outcome = await forEachLink(validate(of, slugs, "list"), (slug) => deleteLink(slug).then(() => slug));
    refreshAfter(outcome);
    return outcome;
  });
}

export async function addPlace(slug: string, place: Channel) {
  return ownerAction(async () => {
    await add(validate(slug, anySlug, "slug"), validate(place, placeSchema, "place"), new Date());
    refreshPages();
  });
}

export async function removePlace(slug: string, place: Channel) {
  return ownerAction(async () => {
    await remove(validate(slug, anySlug, "slug"), validate(place, placeSchema, "place"));
    refreshPages();
  });
}

/** Checks a link's destination and preview again. Resolves with what is known of the destination, and why the check failed. */
export async function checkPreview(slug: string) {
  return linkAction(async () => {
    const { destination, lastReason } = await scrapePreview(validate(slug, anySlug, "slug"));
    refreshPages();
    return { destination, reason: lastReason };
  });
}

/** The page on the screen, and those that the browser has loaded ahead. */
function refreshPages(): void {
  revalidatePath("/dashboard", "layout");
}

/** Skips the refresh if the database failed: re-rendering would fail, too, and hide the message. */
function refreshAfter({ failed }: BulkOutcome<unknown>): void {
  if (failed.every(({ code }) => code === "not_found" || code === "validation_failed")) refreshPages();
}
