"use server";

import { getSaid } from "@/components/texts/get-said";
import * as commands from "@/lib/commands/links";
import type { Channel } from "@/lib/links/channel";
import type { LinkInput } from "@/lib/links/schema";
import { readSentence } from "@/lib/texts/sentence";
import { action, jobAction } from "../server-action";

export const previewSeveral = action(commands.previewSeveral, (body: LinkInput[]) => ({ body }), {
  say: async (rows) => {
    const said = await getSaid();
    return rows.map((row) =>
      "problem" in row ? { ...row, problem: said(readSentence(String(row.problem))) } : row,
    );
  },
  refreshes: null,
});

export const createSeveral = jobAction(
  commands.createSeveral,
  (key: string, body: LinkInput[], shared: LinkInput, channels: Channel[], reuses: boolean) => ({
    ...{ key, body, shared, channels, reuses },
  }),
);
