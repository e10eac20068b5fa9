"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { validate } from "@/lib/core/validate";
import {
  deleteView,
  saveView as storeView,
  type ViewInput,
  viewSchema,
} from "@/lib/stats/list/saved-views";
import { argument, ownerAction } from "../server-action";

/** Makes, changes or brings back the view with this id, which the browser chose. */
export async function saveView(id: string, view: ViewInput, seen: ViewInput | null) {
  return ownerAction("saveView", async ({ owner }) => {
    const meanwhile = await storeView(
      argument(id, z.uuid()),
      validate(view, viewSchema, "view"),
      argument(seen, viewSchema.nullable()),
      owner,
      new Date(),
    );
    revalidatePath("/dashboard", "layout");
    return meanwhile;
  });
}

export async function removeView(id: string) {
  return ownerAction("removeView", async ({ owner }) => {
    const deleted = await deleteView(argument(id, z.uuid()), owner);
    revalidatePath("/dashboard", "layout");
    return deleted;
  });
}
