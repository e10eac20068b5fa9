"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import type { LinkInput } from "@/components/links/link-actions";
import { env } from "@/lib/config/env";
import { validate } from "@/lib/core/validate";
import { createLink as create } from "@/lib/links/create-link";
import { deleteLink } from "@/lib/links/delete-link";
import { type BulkOutcome, forEachLink } from "@/lib/links/for-each-link";
import { linkChangesSchema, newLinkSchema } from "@/lib/links/schema";
import { updateLink as update } from "@/lib/links/update-link";
import { scrapePreview } from "@/lib/previews/scrape-preview";
import { ownerAction } from "./owner-action";

/* Every argument of an action comes from outside, whatever its type says: each is validated before it is used. */

const anySlug = z.string().max(64);
const slugs = z.array(anySlug).max(200);

export async function createLink(input: LinkInput) {
  return ownerAction(async () => {
    const link = await create(validate(input, newLinkSchema(env()), "form"), new Date());
    refresh();
    return link;
  });
}

export async function updateLink(slug: string, changes: LinkInput) {
  return ownerAction(async () => {
    const link = await update(validate(slug, anySlug, "slug"), validate(changes, linkChangesSchema(env()), "form"), new Date());
    refresh();
    return link;
  });
}

export async function updateLinks(of: string[], changes: LinkInput) {
  return ownerAction(async () => {
    const wanted = validate(changes, linkChangesSchema(env()).omit({ slug: true }), "form");
    const outcome = await forEachLink(validate(of, slugs, "list"), (slug) => update(slug, wanted, new Date()));
    refreshAfter(outcome);
    return outcome;
  });
}

export async function deleteLinks(of: string[]) {
  return ownerAction(async () => {
    const outcome = await forEachLink(validate(of, slugs, "list"), (slug) => deleteLink(slug).then(() => slug));
    refreshAfter(outcome);
    return outcome;
  });
}

/** Reads the destination of a link again, and says why it could not be read; null when it could. */
export async function checkPreview(slug: string) {
  return ownerAction(async () => {
    const { lastReason } = await scrapePreview(validate(slug, anySlug, "slug"));
    refresh();
    return lastReason;
  });
}

/** When the database fails, what is shown stays: drawing the page again would fail too and hide what was reported. */
function refreshAfter({ failed }: BulkOutcome<unknown>): void {
  if (failed.every(({ code }) => code === "not_found")) refresh();
}
