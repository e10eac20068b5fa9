"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { pickChanged } from "@/lib/core/changed-since";
import type { TagColor } from "@/lib/core/tag";
import { validate } from "@/lib/core/validate";
import { newTagSchema } from "@/lib/links/tag-schema";
import { changeTag, createTag, deleteTag } from "@/lib/links/tags";
import { argument, ownerAction } from "../../server-action";

const anyName = z.string().max(200);
const shown = z.object({ name: anyName, color: anyName }).partial();

/**
 * Creates a tag, or changes the one called `before`; only if `mayMerge`, with the name of another
 * one. Of `seen`, the tag as the page showed it, what was changed since is not replaced, unless this
 * `overwrites`.
 */
export async function saveTag(
  before: string | null,
  tag: { name: string; color?: TagColor },
  mayMerge: boolean,
  seen: { name?: string; color?: TagColor } = {},
  overwrites = false,
) {
  return ownerAction("saveTag", async () => {
    const wanted = validate(tag, newTagSchema, "form");
    const known = argument(seen, shown);
    const changes = { ...pickChanged(known, wanted), mayMerge: argument(mayMerge, z.boolean()) };
    const saved =
      before === null
        ? await createTag(wanted, new Date())
        : await changeTag(
            argument(before, anyName),
            changes,
            argument(overwrites, z.boolean()) ? {} : known,
          );
    revalidatePath("/dashboard", "layout");
    return saved;
  });
}

export async function removeTag(name: string) {
  return ownerAction("removeTag", async () => {
    await deleteTag(argument(name, anyName));
    revalidatePath("/dashboard", "layout");
  });
}
