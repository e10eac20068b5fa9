import { z } from "zod";
import type { Operation } from "../commands/operation";
import { tagSchema } from "../commands/response-schemas";
import { newTagSchema, tagChangesSchema } from "../links/tag-schema";

const example: z.output<typeof tagSchema> = { name: "spring", color: "teal", linkCount: 12 };

/** Tags of links. */
export function tagOperations(idempotencyHeader: z.ZodObject): Operation[] {
  return [
    {
      id: "listTags",
      method: "get",
      path: "/api/tags",
      tag: "Tags",
      summary: "List all tags",
      description: "By name, in Unicode order.",
      access: "read",
      success: {
        200: {
          description: "The tags, each with the number of its links.",
          content: {
            "application/json": {
              schema: z.strictObject({ tags: z.array(tagSchema) }).meta({ id: "TagList" }),
              example: { tags: [example] },
            },
          },
        },
      },
    },
    {
      id: "createTag",
      method: "post",
      path: "/api/tags",
      tag: "Tags",
      summary: "Create a tag",
      description: "Not needed before a link gets it: links create the tags that they name.",
      access: "write",
      headers: idempotencyHeader,
      body: {
        name: "NewTag",
        content: {
          "application/json": { schema: newTagSchema, example: { name: "spring", color: "teal" } },
        },
      },
      success: {
        201: {
          description: "The new tag.",
          headers: {
            Location: "The path of the tag in the API.",
            "Idempotency-Replayed": "`true` if this answer was stored under the `Idempotency-Key`.",
          },
          content: {
            "application/json": { schema: tagSchema, example: { ...example, linkCount: 0 } },
          },
        },
      },
      problems: ["tag_taken", "idempotency_key_reused"],
    },
    {
      id: "updateTag",
      method: "patch",
      path: "/api/tags/{name}",
      tag: "Tags",
      summary: "Rename, recolor or merge a tag",
      description:
        "With the name of another tag its links get that one instead, and it is deleted.",
      access: "write",
      body: {
        name: "TagChanges",
        content: {
          "application/json": {
            schema: tagChangesSchema,
            example: { name: "Spring", color: "red" },
          },
        },
      },
      success: {
        200: {
          description: "The tag that remains.",
          content: { "application/json": { schema: tagSchema, example } },
        },
      },
    },
    {
      id: "deleteTag",
      method: "delete",
      path: "/api/tags/{name}",
      tag: "Tags",
      summary: "Delete a tag",
      description: "Its links stay, without it.",
      access: "write",
      success: { 204: { description: "Deleted.", content: {} } },
    },
  ];
}
