"use server";

import * as commands from "@/lib/commands/sign-in";
import { action, form } from "../server-action";

export const pickLanguage = action(commands.pickLanguage, (body: string | null) => ({ body }), {
  refreshes: "/dashboard",
});

export const submitSignIn = form(commands.signIn, { kept: () => ["email"], opens: true });
