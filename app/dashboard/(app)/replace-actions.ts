"use server";

import { getSaid } from "@/components/texts/get-said";
import * as commands from "@/lib/commands/links";
import type { Replacement } from "@/lib/core/replace-in-address";
import { readSentence } from "@/lib/texts/sentence";
import { action, jobAction } from "../server-action";

export const previewReplacement = action(
  commands.previewReplacement,
  (slugs: string[], body: Replacement) => ({ slugs, body }),
  {
    refreshes: null,
    say: async ({ links, ...counts }) => {
      const said = await getSaid();
      const shown = links.map(({ problem, ...link }) => ({
        ...link,
        problem: problem && said(readSentence(problem)),
      }));
      return { ...counts, links: shown };
    },
  },
);

export const replaceInLinks = jobAction(
  commands.replaceInLinks,
  (key: string, slugs: string[], body: Replacement) => ({ key, slugs, body }),
);

export const undoReplacement = action(commands.undoReplacement, (id: string) => ({ id }));
