"use server";

import * as commands from "@/lib/commands/account";
import { form } from "../../../server-action";

const shown = { refreshes: "/dashboard/settings/sessions" };

export const submitApp = form(commands.setUpApp, shown);

export const submitAppRemoval = form(commands.removeApp, shown);

export const submitRecoveryCodes = form(commands.renewRecoveryCodes, shown);
