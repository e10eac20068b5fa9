"use server";

import * as commands from "@/lib/commands/visitors";
import { action } from "../../server-action";

export const ignore = action(commands.changeMissedLink, (slug: string, ignored: boolean) => ({
  slug,
  body: { ignored },
}));
