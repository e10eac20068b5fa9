"use server";

import * as commands from "@/lib/commands/visitors";
import { action } from "../../../server-action";

export const keepHost = action(
  commands.keepDestinationHost,
  (slug: string, expectedHost: string) => ({ slug, body: { expectedHost } }),
);
