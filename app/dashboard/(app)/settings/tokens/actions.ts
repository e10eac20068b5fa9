"use server";

import * as commands from "@/lib/commands/people";
import { action, form } from "../../../server-action";

/** A new token, which is shown once. */
export interface MadeToken {
  id: string;
  name: string;
  token: string;
}

const ofToken = (id: string) => ({ id });
const shown = { refreshes: "/dashboard/settings/tokens" };

export const submitToken = form(commands.createToken, shown);

export const revokeToken = action(commands.revokeToken, ofToken, shown);

export const restoreToken = action(commands.restoreToken, ofToken, shown);
