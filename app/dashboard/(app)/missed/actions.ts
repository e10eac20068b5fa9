"use server";

import * as commands from "@/lib/commands/visitors";
import { action } from "../../server-action";

/** Leaves a slug out of the missed links, or shows it again. */
export const ignore = action(commands.changeMissedLink, (slug: string, ignored: boolean) => ({
  slug,
  body: { ignored },
}));
