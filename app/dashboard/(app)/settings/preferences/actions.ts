"use server";

import { revalidatePath } from "next/cache";
import { cookies } from "next/headers";
import { z } from "zod";
import { shortcutsCookie, type Theme, themeCookie, themes } from "@/components/layout/viewer";
import { knownTimeZone, timeZoneCookie } from "@/lib/core/time-zone";
import { isHttps } from "@/lib/owners/cookies";
import { chooseLanguage } from "@/lib/owners/language";
import { allLanguages } from "@/lib/texts/languages";
import { argument, ownerAction } from "../../../server-action";

/** Cookie lifetime: a year, in seconds. */
const keptS = 365 * 24 * 3600;

export async function saveTheme(theme: Theme) {
  return ownerAction("saveTheme", () => keep(themeCookie, argument(theme, z.enum(themes))));
}

/** Null: as the browser asks. */
export async function saveLanguage(language: string | null) {
  return ownerAction("saveLanguage", async ({ owner }) => {
    const known = argument(language, z.enum(allLanguages).nullable());
    await chooseLanguage(owner.id, known, await cookies());
    revalidatePath("/dashboard", "layout");
  });
}

export async function saveShortcuts(on: boolean) {
  return ownerAction("saveShortcuts", async () => {
    await keep(shortcutsCookie, argument(on, z.boolean()) ? "on" : "off");
    revalidatePath("/dashboard", "layout");
  });
}

export async function saveTimeZone(name: string) {
  return ownerAction("saveTimeZone", async () => {
    await keep(timeZoneCookie, knownTimeZone(argument(name, z.string().max(100))) ?? "UTC");
    revalidatePath("/dashboard", "layout");
  });
}

async function keep(name: string, value: string): Promise<void> {
  (await cookies()).set(name, value, {
    path: "/",
    maxAge: keptS,
    sameSite: "lax",
    httpOnly: true,
    secure: isHttps(),
  });
}
