"use server";

import * as commands from "@/lib/commands/account";
import { action, form } from "../../../server-action";

const shown = { refreshes: "/dashboard/settings/sessions" };

export const submitPasskeyStart = form(commands.startPasskey, { refreshes: null });

export const addPasskey = action(
  commands.addPasskey,
  (response: unknown, name: string) => ({ body: { response, name } }),
  shown,
);

export const submitPasskeyRemoval = form(commands.removePasskey, shown);
