"use server";

import * as commands from "@/lib/commands/views";
import type { ViewInput } from "@/lib/stats/list/saved-views";
import { action } from "../server-action";

export const saveView = action(
  commands.saveView,
  (id: string, body: ViewInput, seen: ViewInput | null) => ({ id, body, seen }),
);

export const removeView = action(commands.removeView, (id: string) => ({ id }));
