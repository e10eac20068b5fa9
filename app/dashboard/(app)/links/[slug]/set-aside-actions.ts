"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { setClicksAside, undoSetAside } from "@/lib/stats/report/change-set-aside";
import { argument, ownerAction } from "../../../server-action";

const slugSchema = z.string().max(64);

/** Returns how many clicks are set aside by now. */
export async function setAside(slug: string, visitor: string) {
  return ownerAction("setAside", async ({ owner, by }) => {
    const { clicks } = await setClicksAside(
      argument(slug, slugSchema),
      argument(visitor, z.uuid()),
      { now: new Date(), by: `owner:${owner.id}`, actor: by },
    );
    revalidatePath("/dashboard", "layout");
    return clicks;
  });
}

export async function undoAside(slug: string, visitor: string) {
  return ownerAction("undoAside", async ({ owner, by }) => {
    await undoSetAside(argument(slug, slugSchema), argument(visitor, z.uuid()), {
      now: new Date(),
      by: `owner:${owner.id}`,
      role: owner.role,
      actor: by,
    });
    revalidatePath("/dashboard", "layout");
  });
}
