"use server";

import type { SeveralOptions } from "@/components/layout/dashboard-actions";
import { getSaid } from "@/components/texts/get-said";
import * as commands from "@/lib/commands/links";
import type { Channel } from "@/lib/links/channel";
import type { LinkInput } from "@/lib/links/schema";
import { readSentence } from "@/lib/texts/sentence";
import { action } from "../server-action";

export const previewSeveral = action(commands.previewSeveral, (body: LinkInput[]) => ({ body }), {
  say: saidOf,
  refreshes: null,
});

/** The browser refreshes the page itself, after the last portion. */
export const createSeveral = action(
  commands.createSeveral,
  (body: LinkInput[], channels: Channel[], options: SeveralOptions) => ({
    body,
    channels,
    ...options,
  }),
  { say: saidOf, refreshes: null },
);

async function saidOf<R extends object>(rows: readonly R[]): Promise<R[]> {
  const said = await getSaid();
  return rows.map((row) =>
    "problem" in row ? { ...row, problem: said(readSentence(String(row.problem))) } : row,
  );
}
