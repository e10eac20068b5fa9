"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { ReplacedLinks } from "@/components/layout/dashboard-actions";
import type { Replacement } from "@/lib/core/replace-in-address";
import { validate } from "@/lib/core/validate";
import { replacementSchema } from "@/lib/links/replace-schema";
import { undoReplacement as undoStoredReplacement } from "@/lib/links/replacements";
import { mostBulkRows } from "@/lib/links/schema";
import { replaceInChosen } from "@/lib/stats/list/replace-in-chosen";
import { waitForLinkChanges } from "@/lib/visits/link-change-listener";
import { argument, ownerAction } from "../server-action";

const slugs = z.array(z.string().max(64)).min(1).max(mostBulkRows);

export async function replaceDestinations(
  of: string[],
  replacement: Replacement,
  isDryRun: boolean,
) {
  return ownerAction("replaceDestinations", async ({ owner }): Promise<ReplacedLinks> => {
    const { id, results } = await replaceInChosen(
      { slugs: argument(of, slugs) },
      validate(replacement, replacementSchema, "form"),
      { now: new Date(), by: `owner:${owner.id}` },
      { isDryRun: argument(isDryRun, z.boolean()) },
    );
    if (id !== null) await showChanges();
    return {
      id,
      links: results.map(({ slug, changes, error }) => ({
        ...{ slug, changes },
        refusal: error?.message ?? null,
      })),
    };
  });
}

export async function undoReplacement(id: string) {
  return ownerAction("undoReplacement", async ({ owner }) => {
    const edit = { now: new Date(), by: `owner:${owner.id}` } as const;
    const outcome = await undoStoredReplacement(argument(id, z.uuid()), edit);
    await showChanges();
    return outcome;
  });
}

/** If this thread also serves visitors, the change takes effect before the dashboard reports it. */
async function showChanges(): Promise<void> {
  await waitForLinkChanges();
  revalidatePath("/dashboard", "layout");
}
