"use server";

import * as commands from "@/lib/commands/views";
import { action } from "../../../server-action";

export const undo = action(commands.undoImport, (id: string) => ({ id }));
