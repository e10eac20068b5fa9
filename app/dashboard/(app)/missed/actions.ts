"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { slugPattern } from "@/lib/core/slug";
import { ignoreSlug } from "@/lib/stats/report/missed-links";
import { argument, ownerAction } from "../../server-action";

/** Leaves a slug out of the missed links, or shows it again. */
export async function ignore(slug: string, ignored: boolean) {
  return ownerAction("ignore", async () => {
    await ignoreSlug(
      argument(slug, z.string().regex(slugPattern)),
      argument(ignored, z.boolean()),
      new Date(),
    );
    refresh();
  });
}
