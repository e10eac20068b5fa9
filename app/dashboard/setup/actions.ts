"use server";

import * as commands from "@/lib/commands/sign-in";
import { form } from "../server-action";

export const submitSetUp = form(commands.setUpServer, {
  kept: () => ["email", "name", "token"],
  opens: true,
});
