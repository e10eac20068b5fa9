"use server";

import * as commands from "@/lib/commands/sign-in";
import { form } from "../../server-action";

export const submitInvite = form(commands.acceptInvite, {
  kept: () => ["email", "name"],
  opens: true,
});
