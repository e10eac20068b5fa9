import { changeLinks, type LinkChange } from "@/lib/links/change-links";
import { deleteLinks } from "@/lib/links/delete-links";
import { insertLinks, type NewRow } from "@/lib/links/insert-links";
import type { Link } from "@/lib/links/link";
import { only } from "@/lib/links/outcome";
import { type Edit, editTags as editTagsOfLinks, type TagsEdited } from "@/lib/links/tag-links";
import type { TagEdit } from "@/lib/links/tag-schema";

/* One link in the database of the test, by the functions that the service uses. */

export async function createLink(link: NewRow, now: Date): Promise<Link> {
  return only(await insertLinks([link], now));
}

export async function updateLink(
  slug: string,
  changes: LinkChange["changes"],
  now: Date,
  {
    by,
    ...options
  }: Parameters<typeof changeLinks>[2] & Pick<Parameters<typeof changeLinks>[1], "by"> = {},
): Promise<Link> {
  return only(await changeLinks([{ slug, changes }], { now, by }, options));
}

export async function editTags(slug: string, wanted: TagEdit, edit: Edit): Promise<TagsEdited> {
  return only(await editTagsOfLinks([slug], wanted, edit));
}

export async function deleteLink(slug: string): Promise<void> {
  only(await deleteLinks([slug]));
}
