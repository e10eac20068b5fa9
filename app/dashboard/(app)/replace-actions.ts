"use server";

import { z } from "zod";
import type { ReplacedLinks } from "@/components/layout/dashboard-actions";
import type { Replacement } from "@/lib/core/replace-in-address";
import { validate } from "@/lib/core/validate";
import type { ReplacementOutcome } from "@/lib/links/replace-destinations";
import { replacementSchema } from "@/lib/links/replace-schema";
import { undoReplacement as undoStoredReplacement } from "@/lib/links/replacements";
import { mostBulkRows } from "@/lib/links/schema";
import { formKey, runFormOnce } from "@/lib/owners/run-once";
import { replaceInChosen } from "@/lib/stats/list/replace-in-chosen";
import { argument } from "../server-action";
import { linkAction, refreshPages } from "./link-action";

const slugs = z.array(z.string().max(64)).min(1).max(mostBulkRows);

/** `key`: of one attempt, so that its repetition gets the answer of the first; null for a dry run. */
export async function replaceDestinations(
  of: string[],
  replacement: Replacement,
  key: string | null,
) {
  return linkAction("replaceDestinations", async (by): Promise<ReplacedLinks> => {
    const chosen = { slugs: argument(of, slugs) };
    const wanted = validate(replacement, replacementSchema, "form");
    const attempt = argument(key, formKey.nullable());
    const edit = { now: new Date(), by };
    const replace = async (writer?: Parameters<typeof replaceInChosen>[3]["writer"]) =>
      toReplacedLinks(
        await replaceInChosen(chosen, wanted, edit, { writer, isDryRun: attempt === null }),
      );
    if (attempt === null) return replace();
    const replaced = await runFormOnce(by, attempt, [chosen, wanted], replace);
    refreshPages();
    return replaced;
  });
}

export async function undoReplacement(id: string) {
  return linkAction("undoReplacement", async (by, role) => {
    const undoing = { now: new Date(), by, role };
    const outcome = await undoStoredReplacement(argument(id, z.uuid()), undoing);
    refreshPages();
    return outcome;
  });
}

function toReplacedLinks({ id, results }: ReplacementOutcome): ReplacedLinks {
  const links = results.map(({ slug, changes, error }) => ({
    ...{ slug, changes },
    refusal: error?.message ?? null,
  }));
  return { id, links };
}
