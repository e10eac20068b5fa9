"use server";

import * as commands from "@/lib/commands/tags";
import type { TagColor } from "@/lib/core/tag";
import { action, jobAction } from "../../server-action";

interface TagInput {
  name: string;
  color?: TagColor;
}

export const saveTag = action(
  commands.saveTag,
  (before: string | null, body: TagInput, seen: Partial<TagInput> = {}, overwrites = false) => ({
    before,
    body,
    seen,
    overwrites,
  }),
);

export const mergeTag = jobAction(commands.mergeTag, (key: string, name: string, to: string) => ({
  ...{ key, name, to },
}));

export const removeTag = jobAction(commands.removeTag, (key: string, name: string) => ({
  ...{ key, name },
}));
