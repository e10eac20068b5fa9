"use server";

import * as commands from "@/lib/commands/tags";
import type { TagColor } from "@/lib/core/tag";
import { action } from "../../server-action";

interface TagInput {
  name: string;
  color?: TagColor;
}

export const saveTag = action(
  commands.saveTag,
  (
    before: string | null,
    body: TagInput,
    mayMerge: boolean,
    seen: Partial<TagInput> = {},
    overwrites = false,
  ) => ({ before, body, mayMerge, seen, overwrites }),
);

export const removeTag = action(commands.deleteTag, (name: string) => ({ name }));
