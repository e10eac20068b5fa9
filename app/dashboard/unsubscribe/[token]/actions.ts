"use server";

import * as commands from "@/lib/commands/receivers";
import { form } from "../../server-action";

export const submitUnsubscribe = form(commands.unsubscribe, {
  refreshes: "/dashboard/unsubscribe",
});
