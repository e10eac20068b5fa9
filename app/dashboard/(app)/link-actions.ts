"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import type { LinkInput } from "@/components/links/link-actions";
import { env } from "@/lib/env";
import { SluglineError } from "@/lib/errors";
import { createLink as create } from "@/lib/links/create-link";
import { deleteLink } from "@/lib/links/delete-link";
import type { Link } from "@/lib/links/link";
import { linkChangesSchema, newLinkSchema } from "@/lib/links/schema";
import { updateLink as update } from "@/lib/links/update-link";
import { scrapePreview } from "@/lib/previews/scrape-preview";
import { validate } from "@/lib/validate";
import { act } from "./act";

/* Every argument of an action comes from outside, whatever its type says: each is validated before it is used. */

const slugs = z.array(z.string().max(64)).max(200);

export async function createLink(input: LinkInput) {
  return act(async () => {
    const link = await create(validate(input, newLinkSchema(env().BASE_URL), "form"), new Date());
    refresh();
    return link;
  });
}

export async function updateLink(slug: string, changes: LinkInput) {
  return act(async () => {
    const link = await update(String(slug), validate(changes, linkChangesSchema(env().BASE_URL), "form"), new Date());
    refresh();
    return link;
  });
}

export async function updateLinks(of: string[], changes: LinkInput) {
  return act(async () => {
    const wanted = validate(changes, linkChangesSchema(env().BASE_URL).omit({ slug: true }), "form");
    const changed: Link[] = [];
    for (const slug of validate(of, slugs, "list")) {
      const link = await unlessGone(() => update(slug, wanted, new Date()));
      if (link) changed.push(link);
    }
    refresh();
    return changed;
  });
}

export async function deleteLinks(of: string[]) {
  return act(async () => {
    let deleted = 0;
    for (const slug of validate(of, slugs, "list")) {
      if ((await unlessGone(() => deleteLink(slug).then(() => true))) === true) deleted += 1;
    }
    refresh();
    return deleted;
  });
}

/** Reads the destination of a link again, and says why it could not be read; null when it could. */
export async function checkPreview(slug: string) {
  return act(async () => {
    const { lastReason } = await scrapePreview(String(slug));
    refresh();
    return lastReason;
  });
}

async function unlessGone<T>(run: () => Promise<T>): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SluglineError && error.code === "not_found") return null;
    throw error;
  }
}
