"use server";

import { getSaid } from "@/components/texts/get-said";
import * as commands from "@/lib/commands/people";
import { action } from "../../../server-action";

export const testMail = action(commands.testMail, () => ({}), {
  refreshes: null,
  say: async ({ to, error }) => ({ to, error: error && (await getSaid())(error) }),
});
