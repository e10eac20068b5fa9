"use server";

import type { ReplacedLinks } from "@/components/layout/dashboard-actions";
import * as commands from "@/lib/commands/links";
import type { Replacement } from "@/lib/core/replace-in-address";
import { action } from "../server-action";

/** `key`: null for a dry run. */
export const replaceDestinations = action(
  commands.replaceDestinations,
  (slugs: string[], replacement: Replacement, key: string | null) => ({
    body: { ...replacement, slugs, dryRun: key === null },
    key,
  }),
  {
    show: ({ id, results }): ReplacedLinks => ({
      id,
      links: results.map(({ slug, changes, error }) => ({
        ...{ slug, changes },
        refusal: error?.message ?? null,
      })),
    }),
  },
);

export const undoReplacement = action(commands.undoReplacement, (id: string) => ({ id }));
