"use server";

import * as commands from "@/lib/commands/sign-in";
import { form } from "../../server-action";

export const submitFirstApp = form(commands.passFirstApp, { kept: () => ["secret"] });
