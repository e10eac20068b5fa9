"use server";

import * as commands from "@/lib/commands/sign-in";
import { form } from "../../server-action";

export const submitReset = form(commands.resetPassword, { opens: true });
