"use server";

import * as commands from "@/lib/commands/visitors";
import { action } from "../../../server-action";

/** Returns how many clicks are set aside by now. */
export const setAside = action(
  commands.setClicksAside,
  (slug: string, visitor: string) => ({ slug, body: { visitor } }),
  { show: ({ clicks }) => clicks },
);

export const undoAside = action(commands.undoSetAside, (slug: string, visitor: string) => ({
  slug,
  visitor,
}));
