"use server";

import * as commands from "@/lib/commands/account";
import { signInPage } from "@/lib/owners/return-path";
import { action, form, openPage } from "../../../server-action";

const shown = { refreshes: "/dashboard/settings/sessions" };

export const endSession = action(commands.endSession, (id: string) => ({ id }), shown);

export const endOtherSessions = action(commands.endOtherSessions, () => ({}), shown);

export const leave = action(commands.leave, () => ({}), {
  say: async () => openPage(signInPage),
  refreshes: null,
});

export const submitPassword = form(commands.changePassword, shown);
