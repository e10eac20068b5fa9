"use server";

import type { ShareInput } from "@/components/layout/dashboard-actions";
import * as commands from "@/lib/commands/shares";
import { action } from "../server-action";

export const createShare = action(
  commands.createShare,
  (body: ShareInput, key: string) => ({ body, key }),
  { refreshes: null },
);

export const revokeShare = action(commands.revokeShare, (id: string) => ({ id }), {
  refreshes: null,
});
