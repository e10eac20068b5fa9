"use server";

import * as commands from "@/lib/commands/account";
import type { Theme } from "@/lib/core/viewer-cookies";
import { action } from "../../../server-action";

export const saveTheme = action(commands.saveTheme, (body: Theme) => ({ body }), {
  refreshes: null,
});

export const saveLanguage = action(commands.saveLanguage, (body: string | null) => ({ body }));

export const saveShortcuts = action(commands.saveShortcuts, (body: boolean) => ({ body }));

export const saveTimeZone = action(commands.saveTimeZone, (body: string) => ({ body }));
