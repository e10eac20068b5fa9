"use server";

import * as commands from "@/lib/commands/views";
import { action } from "../../server-action";

const listed = (body: string[]) => ({ body });

export const dismiss = action(commands.dismissHighlights, listed);

export const restore = action(commands.restoreHighlights, listed);
