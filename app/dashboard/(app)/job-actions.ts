"use server";

import * as commands from "@/lib/commands/jobs";
import { action, jobAction } from "../server-action";

export const stopJob = action(commands.stopJob, (id: string) => ({ id }), { refreshes: null });

export const undoJob = jobAction(commands.undoJob, (key: string, undoes: string) => ({
  ...{ key, undoes },
}));
