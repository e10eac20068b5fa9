import { z } from "zod";
import { pickChanged } from "../core/changed-since";
import { cleanTag } from "../core/tag";
import type { Writer } from "../database/in-transaction";
import { newTagSchema, tagChangesSchema } from "../links/tag-schema";
import {
  changeTag,
  countTagged,
  createTag as createStored,
  deleteTag as deleteStored,
  listTags as listStored,
  moveTagged,
} from "../links/tags";
import { define } from "./define";
import { jsonOf } from "./operation";
import { tagSchema } from "./response-schemas";

const example: z.output<typeof tagSchema> = { name: "spring", color: "teal", linkCount: 12 };
const anyName = z.string().max(200);
const ofTag = z.object({ name: anyName });
const known = (name: string) => cleanTag(name).replaceAll("\0", "");

export const listTags = define({
  name: "listTags",
  role: "reader",
  run: async () => ({ tags: await listStored() }),
  api: {
    method: "get",
    path: "/api/tags",
    tag: "Tags",
    summary: "List all tags",
    description: "By name, in Unicode order.",
    success: {
      200: {
        description: "The tags, each with the number of its links.",
        content: jsonOf(z.strictObject({ tags: z.array(tagSchema) }).meta({ id: "TagList" }), {
          tags: [example],
        }),
      },
    },
  },
});

export const createTag = define({
  name: "createTag",
  role: "editor",
  body: () => newTagSchema,
  repeats: "answer",
  run: ({ now, writer }, { body }) => createStored(body, now, writer),
  api: {
    method: "post",
    path: "/api/tags",
    tag: "Tags",
    summary: "Create a tag",
    description: "Not needed before a link gets it: links create the tags that they name.",
    body: { name: "NewTag", example: { name: "spring", color: "teal" } },
    success: {
      201: {
        description: "The new tag.",
        headers: { Location: "The path of the tag in the API." },
        content: jsonOf(tagSchema, { ...example, linkCount: 0 }),
      },
    },
    problems: ["tag_taken"],
    answer: (tag) => ({
      headers: { Location: `/api/tags/${encodeURIComponent(tag.name)}` },
      body: tag,
    }),
  },
});

export const updateTag = define({
  name: "updateTag",
  role: "editor",
  target: ofTag,
  body: () => tagChangesSchema,
  run: (_, { name, body }) => changeTag(known(name), body),
  api: {
    method: "patch",
    path: "/api/tags/{name}",
    tag: "Tags",
    summary: "Rename, recolor or merge a tag",
    description: "With the name of another tag its links get that one instead, and it is deleted.",
    body: { name: "TagChanges", example: { name: "Spring", color: "red" } },
    success: { 200: { description: "The tag that remains.", content: jsonOf(tagSchema, example) } },
  },
});

export const deleteTag = define({
  name: "deleteTag",
  role: "editor",
  target: ofTag,
  run: (_, { name }) => deleteStored(known(name)),
  api: {
    method: "delete",
    path: "/api/tags/{name}",
    tag: "Tags",
    summary: "Delete a tag",
    description: "Its links stay, without it.",
    success: { 204: { description: "Deleted.", content: {} } },
  },
});

/** Of a tag that many links have: a job takes it off some at a time, and then does the rest at once. */
const byLinks = {
  total: async ({ name }: { name?: string | undefined }, writer: Writer) =>
    Math.max(1, await countTagged(known(name ?? ""), writer)),
};
const nothingNoted = { done: [], failed: [] };

export const removeTag = define({
  name: "removeTag",
  role: "editor",
  form: ofTag,
  portions: byLinks,
  run: async ({ writer }, { name = "", portion }) => {
    if (!writer || !portion || portion.isLast) await deleteStored(known(name), writer);
    else await moveTagged(known(name), null, portion.to - portion.from, writer);
    return nothingNoted;
  },
});

/** Its links get the tag `to` instead, whose color stays. */
export const mergeTag = define({
  name: "mergeTag",
  role: "editor",
  form: z.object({ name: anyName, to: anyName }),
  portions: byLinks,
  run: async ({ writer }, { name = "", to = "", portion }) => {
    const tags = [known(name), known(to)] as const;
    if (!writer || !portion || portion.isLast)
      await changeTag(tags[0], { name: tags[1] }, {}, writer);
    else await moveTagged(...tags, portion.to - portion.from, writer);
    return nothingNoted;
  },
});

/**
 * Creates a tag, or changes the one called `before`. Of `seen`, the tag as the page showed it, what
 * was changed since is not replaced, unless this `overwrites`.
 */
export const saveTag = define({
  name: "saveTag",
  role: "editor",
  form: z.object({
    before: anyName.nullable(),
    seen: z.object({ name: anyName, color: anyName }).partial(),
    overwrites: z.boolean(),
  }),
  body: () => newTagSchema,
  run: ({ now }, { body, before, seen = {}, overwrites }) =>
    before == null
      ? createStored(body, now)
      : changeTag(before, { ...pickChanged(seen, body), mayMerge: false }, overwrites ? {} : seen),
});
