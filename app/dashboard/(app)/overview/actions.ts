"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { dismissItems, restoreItems } from "@/lib/stats/report/dismissed-items";
import { argument, ownerAction } from "../../server-action";

const keysSchema = z
  .array(
    z
      .string()
      .min(1)
      .max(500)
      .refine((key) => !key.includes("\0")),
  )
  .min(1)
  .max(100);

/** Hides highlights from this owner until they change. */
export async function dismiss(keys: string[]) {
  return ownerAction("dismiss", async ({ owner }) => {
    await dismissItems(owner.id, argument(keys, keysSchema), new Date());
    refresh();
  });
}

export async function restore(keys: string[]) {
  return ownerAction("restore", async ({ owner }) => {
    await restoreItems(owner.id, argument(keys, keysSchema));
    refresh();
  });
}
