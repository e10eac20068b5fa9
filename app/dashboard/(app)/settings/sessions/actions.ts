"use server";

import * as commands from "@/lib/commands/account";
import { action, form } from "../../../server-action";

const shown = { refreshes: "/dashboard/settings/sessions" };

export const endSession = action(commands.endSession, (id: string) => ({ id }), shown);

export const endOtherSessions = action(commands.endOtherSessions, () => ({}), shown);

export const leave = action(commands.leave, () => ({}), {
  refreshes: null,
  opens: true,
});

export const submitPassword = form(commands.changePassword, shown);
